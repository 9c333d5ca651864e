import StrataConcurrency
import StrataModels
import Testing

/// Values cached under names, beside the same values computed from plain data.
@Suite struct NamedMemoTests {
  private enum Name: Hashable, Sendable, CaseIterable {
    case first, second, third
  }

  /// A name that no table lists, because it contains a reference.
  private struct Label: Hashable {
    let text: String
    let number: Int
  }

  @Test(arguments: 1...20)
  func anyNamesGiveWhatPlainDataGives(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let order = Order(prices: [1, 2, 3]).withAnchor()
    // A handle without the anchor, whose closures are kept, and the anchored value, whose closures are not.
    let handles = [
      order, order.node.mapHierarchy(for: .self) { $0 as? Order }.compactMap { $0 }[0],
    ]
    var plain = [1, 2, 3]
    for _ in 0..<400 {
      let handle = handles[Int.random(in: 0...1, using: &random)]
      let name = Int.random(in: 0..<12, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        plain = (0..<3).map { _ in Int.random(in: 0..<9, using: &random) }
        handle.prices = plain
      case 1: handle.node.resetMemoization(for: name)
      case 2: handle.node.resetMemoization(for: Int8(name))
      case 3: #expect(handle.product(of: "\(name)", name) == plain.reduce(0, +) * name)
      case 6:
        let label = Label(text: "\(name)", number: name)
        if Bool.random(using: &random) { handle.node.resetMemoization(for: label) }
        #expect(handle.product(of: label, name) == plain.reduce(0, +) * name)
      case 4: #expect(handle.product(of: Int8(name), name) == plain.reduce(0, +) * name)
      case 5:
        let text: String = handle.node.memoize(for: name) { "\(handle.prices)" }
        #expect(text == "\(plain)")
      case 7:
        handle.node.transaction {
          handle.prices[0] += 1
          plain[0] += 1
          #expect(handle.product(of: name, name) == plain.reduce(0, +) * name)
        }
      default: #expect(handle.product(of: name, name) == plain.reduce(0, +) * name)
      }
    }
  }

  @Test(arguments: [3, 40])
  func eachNameIsComputedOnceForEachChange(names: Int) {
    let order = Order(prices: [1, 2, 3]).withAnchor()
    for round in 1...3 {
      for _ in 0..<2 {
        for name in 0..<names { #expect(order.product(of: name, name) == (5 + round) * name) }
      }
      #expect(order.runs.count == round * names)
      order.prices[0] += 1
    }
  }

  @Test func namesOfTwoTypesAreTwoValues() {
    let order = Order(prices: [2]).withAnchor()
    for name in Name.allCases { #expect(order.product(of: name, 3) == 6) }
    #expect(order.product(of: "first", 4) == 8)
    #expect(order.product(of: Name.first, 5) == 6)
    order.node.resetMemoization(for: Name.first)
    #expect(order.product(of: Name.first, 5) == 10)
    #expect(order.product(of: Name.second, 5) == 6)
  }

  @Test func aNameIsReleasedWithItsModel() {
    let probe = Probe()
    weak let name = probe.object
    do {
      let order = Order(prices: [2]).withAnchor()
      for index in 0..<10 {
        _ = order.product(of: Named(object: index == 0 ? probe.take() : Probe.Object()), 1)
      }
      #expect(name != nil)
    }
    #expect(name == nil)
  }

  /// A name with an object.
  private struct Named: Hashable, Sendable {
    let object: Probe.Object

    static func == (a: Named, b: Named) -> Bool { a.object === b.object }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
  }

  /// Gives an object away.
  private final class Probe: Sendable {
    final class Object: Sendable {}
    private let held = Locked<Object?>(Object(), rank: .leaf)
    var object: Object? { held.withLock { $0 } }
    func take() -> Object { held.withLock { $0.take() } ?? Object() }
  }
}

extension Order {
  fileprivate func product(of name: some Hashable & Sendable, _ factor: Int) -> Int {
    node.memoize(for: name) {
      runs.add()
      return prices.reduce(0, +) * factor
    }
  }
}
