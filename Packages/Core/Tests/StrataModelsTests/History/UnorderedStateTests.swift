import Foundation
import StrataConcurrency
import StrataModels
import Testing

/// Saved states of collections that the standard library encodes in the order of their memory.
@Suite struct UnorderedStateTests {
  @Test(arguments: 0..<20)
  func equalStatesGiveEqualData(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let names = (0..<30).map { "name \($0)" }
    let first = Basket().withAnchor()
    let second = Basket().withAnchor()
    for name in names.shuffled(using: &random) { first.fill(name) }
    // Elements that came and went have left another order in memory.
    for number in 100..<160 { second.names.insert("\(number)") }
    for number in 100..<160 { second.names.remove("\(number)") }
    for name in names.shuffled(using: &random) { second.fill(name) }
    #expect(first.names == second.names && first.counts == second.counts)
    let saved = try first.savedState()
    #expect(try second.savedState() == saved)

    let restored = Basket().withAnchor()
    try restored.restoreState(from: saved)
    #expect(restored.names == first.names)
    #expect(restored.points == first.points)
    #expect(restored.counts == first.counts)
    #expect(restored.choice == first.choice)
    #expect(try restored.savedState() == saved)
  }

  @Test func aNegativeZeroKeepsItsSign() throws {
    let basket = Basket().withAnchor()
    basket.ratio = -0.0
    for version in 1...2 {
      let restored = Basket().withAnchor()
      try restored.restoreState(from: basket.savedState(), version: version) { _, _ in }
      #expect(restored.ratio.sign == .minus)
    }
  }

  @Test func keysThatAreNamesAreSavedAsNames() throws {
    let basket = Basket().withAnchor()
    basket.codes = [Basket.Code(text: "b"): 2, Basket.Code(text: "a"): 1]
    basket.prices = ["d": 4, "c": 3]
    basket.seats = [2: "f", 1: "e"]
    let saved = try basket.savedState()
    let text = String(decoding: saved, as: UTF8.self)
    #expect(text.contains(#""codes":{"a":1,"b":2}"#))
    #expect(text.contains(#""prices":{"c":3,"d":4}"#))
    #expect(text.contains(#""seats":{"1":"e","2":"f"}"#))
    let restored = Basket().withAnchor()
    try restored.restoreState(from: saved)
    #expect(restored.codes == basket.codes)
    #expect(restored.prices == basket.prices && restored.seats == basket.seats)
  }

  @Test func elementsThatAreNoNumbersAreSavedAsTexts() throws {
    let basket = Basket().withAnchor()
    basket.points = [Basket.Point(x: .nan), Basket.Point(x: .infinity)]
    let restored = Basket().withAnchor()
    try restored.restoreState(from: basket.savedState())
    #expect(
      restored.points.contains { $0.x.isNaN } && restored.points.contains { $0.x == .infinity }
    )
  }
}

/// A model of unordered collections.
private struct Basket: SavableModel {
  struct Point: Hashable, Codable {
    var x = 0.0
  }

  /// The encoder makes a name of it.
  struct Code: Hashable, Codable, CodingKeyRepresentable {
    struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var text: String
    var codingKey: any CodingKey { Name(stringValue: text) }

    init(text: String) { self.text = text }
    init?(codingKey: some CodingKey) { text = codingKey.stringValue }
  }

  static let modelLayout = ModelLayout<Basket>("Basket") {
    $0.slot("names", \.names)
    $0.slot("points", \.points)
    $0.slot("counts", \.counts)
    $0.slot("choice", \.choice)
    $0.slot("ratio", \.ratio)
    $0.slot("codes", \.codes)
    $0.slot("prices", \.prices)
    $0.slot("seats", \.seats)
  }
  var modelNode = ModelNode<Basket>()

  var names: Set<String> {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var points: Set<Point> {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var counts: [Point: Int] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var choice: Set<Int>? {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }
  var ratio: Double {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
  }
  var codes: [Code: Int] {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
  }
  var prices: [String: Int] {
    get { modelNode[6] }
    nonmutating set { modelNode[6] = newValue }
  }
  var seats: [Int: String] {
    get { modelNode[7] }
    nonmutating set { modelNode[7] = newValue }
  }

  init() {
    modelNode.initialize(6, to: [String: Int]())
    modelNode.initialize(7, to: [Int: String]())
    modelNode.initialize(0, to: Set<String>())
    modelNode.initialize(1, to: Set<Point>())
    modelNode.initialize(2, to: [Point: Int]())
    modelNode.initialize(3, to: Set<Int>?.none)
    modelNode.initialize(4, to: 1.0)
    modelNode.initialize(5, to: [Code: Int]())
  }

  init(saved values: SavedValues) throws { self.init() }

  func fill(_ name: String) {
    names.insert(name)
    points.insert(Point(x: Double(name.count) + Double(name.utf8.last ?? 0) / 7))
    counts[Point(x: Double(name.hashed))] = name.count
    choice = (choice ?? []).union([name.hashed])
  }
}

extension String {
  /// A number that is the same in each process.
  fileprivate var hashed: Int { utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xffff } }
}
