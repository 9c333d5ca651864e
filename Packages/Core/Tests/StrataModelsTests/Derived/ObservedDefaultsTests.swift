import StrataModels
import Testing

/// What an observed expression leaves out when nothing else is said, for each number of values.
@Suite struct ObservedDefaultsTests {
  private let order = Order(prices: [1], label: "a").withAnchor()

  /// The first elements of a sequence.
  private func first<Element>(_ count: Int, of sequence: Observed<Element>) async -> [Element] {
    var found: [Element] = []
    for await element in sequence {
      found.append(element)
      if found.count == count { break }
    }
    return found
  }

  /// Makes changes that wait to be received together; the last price is 9.
  private func change() {
    for price in 2...9 { order.prices = [price] }
  }

  @Test func ofValuesThatWaitOnlyTheLastIsRetained() async {
    let order = order
    let values = Observed { order.prices }
    let pairs = Observed { (order.prices, order.label) }
    let triples = Observed { (order.prices, order.label, 1) }
    let fours = Observed { (order.prices, order.label, 1, true) }
    let fives = Observed { (order.prices, order.label, 1, true, "") }
    change()
    #expect(await first(1, of: values) == [[9]])
    #expect(await first(1, of: pairs).map(\.0) == [[9]])
    #expect(await first(1, of: triples).map(\.0) == [[9]])
    #expect(await first(1, of: fours).map(\.0) == [[9]])
    #expect(await first(1, of: fives).map(\.0) == [[9]])
  }

  @Test func ofOptionalValuesThatWaitOnlyTheLastIsRetained() async {
    let order = order
    let pairs = Observed { () -> ([Int], String)? in (order.prices, order.label) }
    let triples = Observed { () -> ([Int], String, Int)? in (order.prices, order.label, 1) }
    let fours = Observed { () -> ([Int], String, Int, Bool)? in
      (order.prices, order.label, 1, true)
    }
    let fives = Observed { () -> ([Int], String, Int, Bool, String)? in
      (order.prices, order.label, 1, true, "")
    }
    change()
    #expect(await first(1, of: pairs).map { $0?.0 } == [[9]])
    #expect(await first(1, of: triples).map { $0?.0 } == [[9]])
    #expect(await first(1, of: fours).map { $0?.0 } == [[9]])
    #expect(await first(1, of: fives).map { $0?.0 } == [[9]])
  }

  @Test func ofValuesThatCannotBeComparedOnlyTheLastIsRetained() async {
    struct Opaque: Sendable { let prices: [Int] }
    let order = order
    let values = Observed { Opaque(prices: order.prices) }
    change()
    #expect(await first(1, of: values).map(\.prices) == [[9]])
  }

  @Test func equalTuplesAreLeftOut() async {
    let order = order
    let pairs = Observed(coalesceUpdates: false) { (order.prices.count, order.label) }
    let triples = Observed(coalesceUpdates: false) { (order.prices.count, order.label, 1) }
    let fours = Observed(coalesceUpdates: false) { (order.prices.count, order.label, 1, true) }
    let fives = Observed(coalesceUpdates: false) { (order.prices.count, order.label, 1, true, "") }
    order.prices = [2]
    order.label = "b"
    #expect(await first(2, of: pairs).map(\.1) == ["a", "b"])
    #expect(await first(2, of: triples).map(\.1) == ["a", "b"])
    #expect(await first(2, of: fours).map(\.1) == ["a", "b"])
    #expect(await first(2, of: fives).map(\.1) == ["a", "b"])
  }

  @Test func equalOptionalTuplesAreLeftOut() async {
    let order = order
    let triples = Observed(coalesceUpdates: false) { () -> (Int, String, Int)? in
      order.prices.isEmpty ? nil : (order.prices.count, order.label, 1)
    }
    let fours = Observed(coalesceUpdates: false) { () -> (Int, String, Int, Bool)? in
      order.prices.isEmpty ? nil : (order.prices.count, order.label, 1, true)
    }
    let fives = Observed(coalesceUpdates: false) { () -> (Int, String, Int, Bool, String)? in
      order.prices.isEmpty ? nil : (order.prices.count, order.label, 1, true, "")
    }
    order.prices = [2]
    order.label = "b"
    order.prices = []
    order.label = "c"
    order.prices = [3]
    let expected = ["a", "b", nil, "c"]
    #expect(await first(4, of: triples).map { $0?.1 } == expected)
    #expect(await first(4, of: fours).map { $0?.1 } == expected)
    #expect(await first(4, of: fives).map { $0?.1 } == expected)
  }

  @Test func equalTuplesAreElementsIfTheyAreWanted() async {
    let order = order
    let pairs = Observed(removeDuplicates: false, coalesceUpdates: false) {
      (order.prices.count, order.label)
    }
    let fours = Observed(removeDuplicates: false, coalesceUpdates: false) {
      (order.prices.count, order.label, 1, true)
    }
    let optional = Observed(removeDuplicates: false, coalesceUpdates: false) {
      () -> (Int, String, Int, Bool)? in (order.prices.count, order.label, 1, true)
    }
    order.prices = [2]
    order.prices = [3]
    #expect(await first(3, of: pairs).map(\.0) == [1, 1, 1])
    #expect(await first(3, of: fours).map(\.0) == [1, 1, 1])
    #expect(await first(3, of: optional).map { $0?.0 } == [1, 1, 1])
  }
}
