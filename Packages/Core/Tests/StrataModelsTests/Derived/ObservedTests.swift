import StrataConcurrency
import StrataModels
import Testing

@Suite struct ObservedTests {
  /// The elements of a sequence while a closure runs and then a last write ends the loop.
  private func elements<Element>(
    of sequence: Observed<Element>,
    during changes: () -> Void,
    count: Int
  ) async -> [Element] {
    changes()
    var found: [Element] = []
    guard count > 0 else { return found }
    for await element in sequence {
      found.append(element)
      if found.count == count { break }
    }
    return found
  }

  @Test func givesTheValueOfNowAndEachThatDiffers() async {
    let order = Order(prices: [1]).withAnchor()
    let found = await elements(
      of: Observed(coalesceUpdates: false) { order.total },
      during: {
        order.prices = [2]
        order.label = "x"
        order.prices = [1, 1]
        order.prices = [3]
      },
      count: 3
    )
    #expect(found == [1, 2, 3])
  }

  /// The expression is evaluated for each write, because nothing memoizes a part of it.
  @Test func anEqualValueIsNoElementUnlessItIsAskedFor() async {
    let changes = { (order: Order) in for price in [1, 10, 11, 20] { order.prices = [price] } }
    let values = [0, 1, 1, 2]
    let distinct = [0, 1, 2]

    let one = Order(prices: [0]).withAnchor()
    let tens = await elements(
      of: Observed(coalesceUpdates: false) { one.prices[0] / 10 },
      during: { changes(one) },
      count: distinct.count
    )
    #expect(tens == distinct)

    let two = Order(prices: [0]).withAnchor()
    let pairs = await elements(
      of: Observed(coalesceUpdates: false) { (two.prices[0] / 10, two.label) },
      during: { changes(two) },
      count: distinct.count
    )
    #expect(pairs.map(\.0) == distinct)

    let three = Order(prices: [0]).withAnchor()
    let triples = await elements(
      of: Observed(coalesceUpdates: false) { (three.prices[0] / 10, three.label, 0) },
      during: { changes(three) },
      count: distinct.count
    )
    #expect(triples.map(\.0) == distinct)

    let all = Order(prices: [0]).withAnchor()
    let found = await elements(
      of: Observed(removeDuplicates: false, coalesceUpdates: false) { all.prices[0] / 10 },
      during: { changes(all) },
      count: values.count + 1
    )
    #expect(found == [0] + values)
  }

  @Test func withoutTheInitialValueBeginsWithTheFirstThatDiffers() async {
    let order = Order(prices: [1]).withAnchor()
    let found = await elements(
      of: Observed(initial: false, coalesceUpdates: false) { order.prices },
      during: {
        order.prices = [1]
        order.prices = [2]
        order.prices = [1]
      },
      count: 2
    )
    #expect(found == [[2], [1]])
  }

  @Test func anExpressionThatWritesWhatItReadsIsReportedOnceAndEnds() {
    let order = Order(prices: []).withAnchor()
    let runs = Order.Runs()
    var sequence: Observed<Int>?
    let found = reports {
      sequence = Observed {
        runs.add()
        let count = order.prices.count
        order.prices = Array(repeating: 1, count: count + 1)
        return count
      }
    }
    #expect(runs.count == 100)
    #expect(found.count == 1)
    #expect(found.first?.contains("The expression of Observed writes what it reads") == true)
    // In a delivery each write is a round caused by the one before. The chain ends like any other.
    let later = reports { order.prices = [] }
    #expect(later.count == 1)
    #expect(later.first?.hasPrefix("A cycle of observers") == true)
    withExtendedLifetime(sequence) {}
  }

  @Test func coalescedValuesAreTheLatest() async {
    let order = Order(prices: [1]).withAnchor()
    let found = await elements(
      of: Observed { order.prices },
      during: { for price in 2...9 { order.prices = [price] } },
      count: 1
    )
    #expect(found == [[9]])
  }

  @Test func duplicatesAreKeptIfTheyAreWanted() async {
    let order = Order(prices: [1]).withAnchor()
    let found = await elements(
      of: Observed(removeDuplicates: false, coalesceUpdates: false) { order.prices.count },
      during: {
        order.prices = [2]
        order.prices = [3]
      },
      count: 3
    )
    #expect(found == [1, 1, 1])
  }

  @Test func tuplesAreCompared() async {
    let order = Order(prices: [1], label: "a").withAnchor()
    let found = await elements(
      of: Observed(coalesceUpdates: false) { (order.prices.count, order.label) },
      during: {
        order.prices = [2]
        order.label = "b"
        order.node.transaction {
          order.prices = [3, 4]
          order.label = "c"
        }
      },
      count: 3
    )
    #expect(found.map(\.0) == [1, 1, 2])
    #expect(found.map(\.1) == ["a", "b", "c"])
  }

  @Test func tuplesOfUpToFiveAreCompared() async {
    let order = Order(prices: [1], label: "a").withAnchor()
    let three = await elements(
      of: Observed(coalesceUpdates: false) { (order.prices.count, order.label, 0) },
      during: { order.prices = [2] },
      count: 1
    )
    let five = await elements(
      of: Observed(coalesceUpdates: false) { (order.prices.count, order.label, 0, "", true) },
      during: {
        order.prices = [3]
        order.label = "b"
      },
      count: 2
    )
    #expect(three.count == 1)
    #expect(five.map(\.1) == ["a", "b"])
  }

  @Test func optionalTuplesAreCompared() async {
    let order = Order(prices: [1], label: "a").withAnchor()
    let found = await elements(
      of: Observed(coalesceUpdates: false) { () -> (Int, String)? in
        order.prices.isEmpty ? nil : (order.prices.count, order.label)
      },
      during: {
        order.prices = [2]
        order.prices = []
        order.label = "b"
        order.prices = [3]
      },
      count: 3
    )
    #expect(found.map { $0?.0 } == [1, nil, 1])
    #expect(found.map { $0?.1 } == ["a", nil, "b"])
  }

  @Test func valuesThatCannotBeComparedAppearAtEachChange() async {
    struct Opaque: Sendable { let count: Int }
    let order = Order(prices: [1]).withAnchor()
    let found = await elements(
      of: Observed(coalesceUpdates: false) { Opaque(count: order.prices.count) },
      during: { order.prices = [2] },
      count: 2
    )
    #expect(found.map(\.count) == [1, 1])
  }

  @Test func whatIsReadMayDiffer() async {
    let order = Order(prices: [], label: "a").withAnchor()
    let found = await elements(
      of: Observed(coalesceUpdates: false) { order.prices.isEmpty ? "none" : order.label },
      during: {
        order.label = "b"
        order.prices = [1]
        order.label = "c"
      },
      count: 3
    )
    #expect(found == ["none", "b", "c"])
  }

  @Test func leavesNothingBehindWhenItIsNotWantedAnyMore() {
    let order = Order(label: "a").withAnchor()
    do {
      let sequence = Observed { order.label }
      #expect(!order.node.context.observerSites.isEmpty)
      withExtendedLifetime(sequence) {}
    }
    #expect(order.node.context.observerSites.isEmpty)
  }

  @Test func aLoopOfAModelEndsWithTheModel() async throws {
    _ = try await withSimulation(seed: 5) { _ in
      let log = Log()
      do {
        let order = Order(label: "a").withAnchor()
        order.node.forEach(Observed { order.label }) { log.add($0) }
        while log.entries.isEmpty { await Task.yield() }
      }
      #expect(log.entries == ["a"])
    }
  }
}
