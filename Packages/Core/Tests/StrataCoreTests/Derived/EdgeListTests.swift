import StrataConcurrency
import Synchronization
import Testing

@testable import StrataCore

/// The lists of edges, which count their references themselves, against arrays under the same random operations.
@Suite struct EdgeListTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func dependentsAreAsInAnArray(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let values = (0..<6).map { number in
      Derived<Int, Never>(of: kid.context, at: .thisLine()) { kid.count + number }
    }
    for value in values { _ = value.value }
    let nodes = values.compactMap(\.knownNode)
    var list = DependentList()
    var plain: [(id: UInt64, node: DerivedNode)] = []
    for _ in 0..<400 {
      if plain.isEmpty || Int.random(in: 0..<100, using: &random) < 55 {
        let node = nodes[Int.random(in: nodes.indices, using: &random)]
        plain.append((list.add(node), node))
      } else {
        let place = Int.random(in: plain.indices, using: &random)
        let (id, node) = plain.remove(at: place)
        #expect(list.remove(id) === node)
        #expect(list.remove(id) == nil)
      }
      #expect(list.isEmpty == plain.isEmpty)
      #expect(list.gaps <= 8 || Int(list.gaps) * 3 <= plain.count)
      #expect(list.nodes.map(ObjectIdentifier.init) == plain.map { ObjectIdentifier($0.node) })
    }
    withExtendedLifetime(anchor) {}
  }

  /// Any sources in any order, with repetitions, short and long enough for an index.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func sourcesThatChangeGiveWhatAPlainSumGives(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let leaves = (0..<14).map { Kid(count: $0) }
    let root = Kid(kids: leaves)
    let anchor = Anchor(root.context)
    let order = Locked<[Int]>([], rank: .leaf)
    let runs = Atomic(0)
    let doubled = leaves.map { leaf in
      Derived<Int, Never>(of: root.context, at: .thisLine()) { leaf.count * 2 }
    }
    let sum = Derived<Int, Never>(of: root.context, at: .thisLine()) {
      runs.wrappingAdd(1, ordering: .relaxed)
      let places = root.count >= 0 ? order.withLock { $0 } : []
      return places.reduce(0) { $0 + ($1 % 3 == 0 ? doubled[$1].value : leaves[$1].count) }
    }
    var plain = (0..<14).map { $0 }
    for step in 1...150 {
      if Bool.random(using: &random) {
        let length = Int.random(in: 0...20, using: &random)
        let places = (0..<length).map { _ in Int.random(in: 0..<14, using: &random) }
        order.withLock { $0 = places }
        root.context.write(Item.count, step)
      }
      let place = Int.random(in: 0..<14, using: &random)
      plain[place] = Int.random(in: 0..<100, using: &random)
      leaves[place].context.write(Item.count, plain[place])
      let expected = order.withLock { $0 }.reduce(0) { $0 + plain[$1] * ($1 % 3 == 0 ? 2 : 1) }
      #expect(sum.value == expected)
      let before = runs.load(ordering: .relaxed)
      #expect(sum.value == expected)
      #expect(runs.load(ordering: .relaxed) == before)
    }
    withExtendedLifetime(anchor) {}
  }

  @Test func nothingStaysOfValuesThatHaveReadOneAnother() {
    var nodes: [WeakNode] = []
    let kid = Kid()
    let anchor = Anchor(kid.context)
    do {
      var values = [Derived<Int, Never>(of: kid.context, at: .thisLine()) { kid.count }]
      for number in 1...30 {
        let below = values.suffix(3)
        values.append(
          Derived(of: kid.context, at: .thisLine()) {
            below.reduce(kid.count % (number + 1)) { $0 + $1.value % 7 }
          }
        )
      }
      for count in 1...5 {
        kid.context.write(Item.count, count)
        for value in values { _ = value.value }
      }
      nodes = values.compactMap(\.knownNode).map(WeakNode.init)
      #expect(nodes.count == 31)
    }
    #expect(nodes.allSatisfy { $0.node == nil })
    withExtendedLifetime(anchor) {}
  }

  private struct WeakNode {
    weak var node: DerivedNode?
    init(_ node: DerivedNode) { self.node = node }
  }
}
