import Observation
import StrataConcurrency
import StrataCore
import StrataModels
import StrataRendering
import Synchronization
import Testing

/// An order whose computed properties count how often they are computed.
struct Order: Model {
  static let modelLayout = ModelLayout<Order>("Order") {
    $0.slot("prices", \.prices)
    $0.slot("label", \.label)
    $0.slot("rows", \.rows)
  }
  var modelNode = ModelNode<Order>()
  let runs = Runs()

  /// Counts computations.
  final class Runs: Sendable {
    private let number = Atomic<Int>(0)
    func add() { number.wrappingAdd(1, ordering: .relaxed) }
    var count: Int { number.load(ordering: .relaxed) }
  }

  var prices: [Int] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var label: String {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var rows: [Row] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }

  init(prices: [Int] = [], label: String = "", rows: [Row] = []) {
    modelNode.initialize(0, to: prices)
    modelNode.initialize(1, to: label)
    modelNode.initialize(2, to: rows)
  }

  var total: Int {
    node.memoize {
      runs.add()
      return prices.reduce(0, +)
    }
  }
  var isExpensive: Bool { node.memoize { total > 100 } }
  var titles: [String] {
    node.memoize {
      runs.add()
      return rows.map(\.title)
    }
  }
  func count(above limit: Int) -> Int {
    node.memoize(for: limit) {
      runs.add()
      return prices.filter { $0 > limit }.count
    }
  }
  var labelledTotal: String {
    node.memoize {
      runs.add()
      let total = prices.reduce(0, +)
      return withUntrackedModelReads { "\(label)\(total)" }
    }
  }
}

extension Order {
  /// Computes a sum, and writes what it was computed from.
  fileprivate var restlessTotal: Int {
    node.memoize {
      runs.add()
      let total = prices.reduce(0, +)
      prices = [total, 1]
      return total
    }
  }
}

@Suite struct MemoizationTests {
  @Test func aComputationThatWritesWhatItReadsIsReportedOnce() {
    let order = Order(prices: [1, 2]).withAnchor()
    let found = reports { #expect([order.restlessTotal, order.restlessTotal] == [3, 4]) }
    #expect(order.runs.count == 2)
    #expect(found.count == 1)
    #expect(found.first?.contains("writes what it has read") == true)
    #expect(found.first?.contains("MemoizationTests.swift") == true)
  }

  @Test func eachPlaceThatWritesWhatItReadsIsReportedOnce() {
    let order = Order(prices: [1, 2]).withAnchor()
    let line = #line as UInt
    func first() -> Int {
      order.node.memoize {
        let count = order.prices.count
        order.prices.append(1)
        return count
      }
    }
    func second() -> Int {
      order.node.memoize(for: "second") {
        let count = order.prices.count
        order.prices.append(1)
        return count
      }
    }
    let found = reports {
      #expect([second(), second()] == [2, 3])
      #expect([first(), first()] == [4, 5])
      #expect(second() == 6)
    }
    #expect(found.count == 2)
    #expect(found.first?.contains("MemoizationTests.swift:\(line + 9) writes") == true)
    #expect(found.last?.contains("MemoizationTests.swift:\(line + 2) writes") == true)
  }

  @Test func aValueIsComputedOncePerChangeAndOnlyWhenItIsRead() {
    let order = Order(prices: [1, 2]).withAnchor()
    #expect([order.total, order.total] == [3, 3])
    #expect(order.runs.count == 1)
    order.prices.append(3)
    order.prices.append(4)
    order.label = "x"
    #expect(order.runs.count == 1)
    #expect([order.total, order.total] == [10, 10])
    #expect(order.runs.count == 2)
  }

  @Test func aModelInNoTreeComputesAtEachRead() {
    let order = Order(prices: [1, 2])
    #expect([order.total, order.total] == [3, 3])
    #expect(order.runs.count == 2)
    order.prices = [5]
    #expect(order.total == 5)
  }

  @Test(arguments: [false, true])
  func whatAnotherThreadComputesDuringATransactionIsNotItsOwners(_ isKnown: Bool) {
    let order = Order(prices: [1, 2]).withAnchor()
    if isKnown { #expect(order.total == 3) }
    order.prices = [60]
    order.node.transaction {
      order.prices = [70, 70]
      onThreads(1) { _ in
        #expect(order.total == 60 && !order.isExpensive)
        let runs = order.runs.count
        #expect(order.total == 60)
        #expect(order.runs.count == runs)
      }
      #expect(order.total == 140 && order.isExpensive)
      onThreads(1) { _ in #expect(order.total == 60 && !order.isExpensive) }
    }
    #expect(order.total == 140 && order.isExpensive)
    onThreads(1) { _ in #expect(order.total == 140 && order.isExpensive) }
  }

  @Test func anEqualValueTellsNobody() {
    let order = Order(prices: [1, 2]).withAnchor()
    let log = Log()
    let probe = RenderProbe { () -> Int in
      log.add("\(order.isExpensive)")
      return 0
    }
    order.prices = [10, 20]
    order.prices = [100, 20]
    order.prices = [200]
    #expect(log.entries == ["false", "true"])
    withExtendedLifetime(probe) {}
  }

  @Test func swiftsObservationSeesTheValueAndNotItsSources() {
    let (order, anchor) = Order(prices: [1, 2]).returningAnchor()
    defer { withExtendedLifetime(anchor) {} }
    let log = Log()
    withObservationTracking {
      _ = order.isExpensive
    } onChange: {
      log.add("changed")
    }
    order.prices = [10, 20]
    #expect(log.entries == [])
    order.prices = [100, 20]
    #expect(log.entries == ["changed"])
  }

  @Test func eachKeyHasAValueOfItsOwn() {
    let order = Order(prices: [1, 5, 9]).withAnchor()
    #expect([order.count(above: 0), order.count(above: 5), order.count(above: 5)] == [3, 1, 1])
    #expect(order.runs.count == 2)
    order.node.resetMemoization(for: 5)
    #expect([order.count(above: 0), order.count(above: 5)] == [3, 1])
    #expect(order.runs.count == 3)
    order.prices = [9]
    #expect([order.count(above: 0), order.count(above: 5)] == [1, 1])
    #expect(order.runs.count == 5)
  }

  @Test func childrenCountAsSources() {
    let order = Order(rows: [Row(id: 1, title: "a"), Row(id: 2, title: "b")]).withAnchor()
    #expect(order.titles == ["a", "b"])
    order.rows[0].title = "c"
    #expect(order.titles == ["c", "b"])
    order.rows.removeLast()
    #expect(order.titles == ["c"])
    #expect(order.runs.count == 3)
  }

  @Test func untrackedReadsAreNoSources() {
    let order = Order(prices: [1], label: "a").withAnchor()
    #expect(order.labelledTotal == "a1")
    order.label = "b"
    #expect(order.labelledTotal == "a1")
    order.prices = [2]
    #expect(order.labelledTotal == "b2")
    #expect(order.runs.count == 2)
  }

  @Test func untrackedReadsAreHiddenFromSwiftsObservation() {
    let order = Order(label: "a").withAnchor()
    let log = Log()
    withObservationTracking {
      withUntrackedModelReads { _ = order.label }
    } onChange: {
      log.add("changed")
    }
    order.label = "b"
    #expect(log.entries == [])
  }

  @Test func anEqualWriteIsSilentAndATouchIsNot() {
    let order = Order(prices: [1], label: "a").withAnchor()
    let log = Log()
    let probe = RenderProbe { () -> Int in
      log.add(order.label)
      return 0
    }
    order.label = "a"
    #expect(log.entries == ["a"])
    order.node.touch(\.label)
    #expect(log.entries == ["a", "a"])
    #expect(order.total == 1)
    order.node.touch(\.prices)
    #expect(order.total == 1)
    #expect(order.runs.count == 2)
    order.node.transaction {
      order.node.touch(\.label)
      order.label = "a"
      #expect(log.entries == ["a", "a"])
    }
    #expect(log.entries == ["a", "a", "a"])
    withExtendedLifetime(probe) {}
  }

  @Test func inATransactionTheValueIsThatOfTheTransaction() {
    let order = Order(prices: [1]).withAnchor()
    #expect(order.total == 1)
    order.node.transaction {
      order.prices = [2]
      #expect(order.total == 2)
      order.prices.append(3)
      #expect([order.total, order.total] == [5, 5])
    }
    #expect(order.total == 5)
    #expect(order.runs.count == 3)
  }

  @Test func whatIsWatchedThroughTheAnchoredValueKeepsNoTreeAlive() {
    weak var context: Context?
    do {
      let order = Order(prices: [1]).withAnchor()
      context = order.node.context
      let probe = RenderProbe { order.isExpensive }
      order.prices = [200]
      #expect(probe.output == true)
      withObservationTracking {
        _ = order.isExpensive
      } onChange: {
      }
    }
    #expect(context == nil)
  }

  @Test func whatAModelKeepsGoesWithIt() {
    weak var context: Context?
    weak var runs: Order.Runs?
    do {
      let order = Order(prices: [1]).withAnchor()
      context = order.node.context
      runs = order.runs
      #expect(order.total == 1)
      #expect(order.isExpensive == false)
      #expect(order.count(above: 1) == 0)
    }
    #expect(context == nil)
    #expect(runs == nil)
  }
}
