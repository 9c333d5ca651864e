import Measuring
import StrataConcurrency
import StrataCore

/// A leaf with one number, as the layers above would write it.
struct Leaf: ContextContainer, Sendable {
  static let layout = Layout(name: "Leaf", slots: [.value("count", Int.self)])
  static var countSlot: Slot<Int> { Slot(uncheckedIndex: 0) }

  private(set) var context: Context

  init(_ count: Int = 0) {
    context = Context(layout: Leaf.layout)
    context.initialize(Leaf.countSlot, to: count)
  }

  var count: Int {
    get { context[Leaf.countSlot] }
    nonmutating set { context[Leaf.countSlot] = newValue }
    nonmutating _modify { yield &context[Leaf.countSlot] }
  }

  func forEachContext(_ body: (Context) -> Void) { body(context) }

  mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    if let other = replacement(context) { context = other }
  }
}

/// A list of leaves.
struct Listing: Sendable {
  static let layout = Layout(name: "Listing", slots: [.container("rows", [Leaf].self)])
  static var rowsSlot: Slot<[Leaf]> { Slot(uncheckedIndex: 0) }

  let context: Context

  init(count: Int) {
    context = Context(layout: Listing.layout)
    context.initialize(container: Listing.rowsSlot, to: (0..<count).map { Leaf($0) })
  }

  var rows: [Leaf] {
    get { context[container: Listing.rowsSlot] }
    nonmutating set { context[container: Listing.rowsSlot] = newValue }
    nonmutating _modify { yield &context[container: Listing.rowsSlot] }
  }
}

/// The rows of the engine's budgets.
enum EngineRows {
  static var all: [Workload] { single + observed + many + [bytes] }

  /// A leaf in a tree, and the object that keeps the tree alive.
  private static func makeLeaf() -> (Leaf, Anchor) {
    let leaf = Leaf(5)
    return (leaf, Anchor(leaf.context))
  }

  private static func read(_ leaf: Leaf, _ count: Int) {
    var sum = 0
    for _ in 0..<count { sum &+= leaf.count }
    keep(sum)
  }

  private static func write(_ leaf: Leaf, _ count: Int) {
    for number in 0..<count { leaf.count = number }
  }

  private static var single: [Workload] {
    [
      Workload("read", budget: 1.3) {
        let (leaf, anchor) = makeLeaf()
        return Prepared(isRight: leaf.count == 5) { count in
          read(leaf, count)
          withExtendedLifetime(anchor) {}
        }
      }
      .beside(Alternatives.observableRead, Alternatives.plainRead),
      Workload("read", .observable, budget: 0.8) {
        let (leaf, anchor) = makeLeaf()
        return Prepared(isRight: leaf.count == 5, floor: Floors.readObservable) { count in
          read(leaf, count)
          withExtendedLifetime(anchor) {}
        }
      },
      Workload("write", budget: 1.6) {
        let (leaf, anchor) = makeLeaf()
        leaf.count = 7
        return Prepared(isRight: leaf.count == 7) { count in
          write(leaf, count)
          withExtendedLifetime(anchor) {}
        }
      }
      .beside(Alternatives.observableWrite, Alternatives.plainWrite),
      Workload("write", .observable, budget: 0.3) {
        let (leaf, anchor) = makeLeaf()
        leaf.count = 7
        return Prepared(isRight: leaf.count == 7, floor: Floors.writeObservable) { count in
          write(leaf, count)
          withExtendedLifetime(anchor) {}
        }
      },
      Workload("+=", budget: 2.6) {
        let (leaf, anchor) = makeLeaf()
        leaf.count += 2
        return Prepared(isRight: leaf.count == 7) { count in
          for _ in 0..<count { leaf.count += 1 }
          withExtendedLifetime(anchor) {}
        }
      }
      .beside(Alternatives.observableAdd, Alternatives.plainAdd),
    ]
  }

  private static var observed: [Workload] {
    [
      Workload("write, one synchronous observer", budget: 5, count: 100_000) {
        let (leaf, anchor) = makeLeaf()
        let seen = Tally()
        let observation = leaf.context.observe(Leaf.countSlot) { _ in seen.add() }
        leaf.count = 6
        leaf.count = 6
        return Prepared(isRight: seen.number == 1) { count in
          write(leaf, count)
          withExtendedLifetime((anchor, observation)) {}
        }
      },
      Workload("read in a tracking scope, again", budget: 2) {
        let (leaf, anchor) = makeLeaf()
        let tracker = Tracker {}
        return Prepared(isRight: tracker.track { leaf.count } == 5) { count in
          tracker.track { read(leaf, count) }
          withExtendedLifetime(anchor) {}
        }
      },
      Workload("read in a tracking scope, again", .observable, budget: 0.3) {
        let (leaf, anchor) = makeLeaf()
        let tracker = Tracker {}
        let isRight = tracker.track { leaf.count } == 5
        return Prepared(isRight: isRight, floor: Alternatives.trackedObservableRead) { count in
          tracker.track { read(leaf, count) }
          withExtendedLifetime(anchor) {}
        }
      },
    ]
  }

  private static var many: [Workload] {
    [10, 1_000, 10_000, 100_000].flatMap { size in
      [changeOne(of: size), iterate(size), build(size), append(to: size)]
    }
  }

  private static func changeOne(of size: Int) -> Workload {
    Workload("change one of \(size) rows by its handle", budget: 2) {
      let list = Listing(count: size)
      let anchor = Anchor(list.context)
      let row = list.rows[size / 2]
      return Prepared(isRight: row.count == size / 2) { count in
        write(row, count)
        withExtendedLifetime(anchor) {}
      }
    }
    .beside(Alternatives.observableWrite, Alternatives.plainWrite)
  }

  private static func iterate(_ size: Int) -> Workload {
    Workload(
      "iterate \(size) rows and read one property",
      budget: 3.5,
      count: max(1, 300_000 / size),
      divisor: Double(size)
    ) {
      let list = Listing(count: size)
      let anchor = Anchor(list.context)
      return Prepared(isRight: list.rows.count == size) { count in
        var sum = 0
        for _ in 0..<count {
          for row in list.rows { sum &+= row.count }
        }
        keep(sum)
        withExtendedLifetime(anchor) {}
      }
    }
    .beside(Alternatives.observableRows(size), Alternatives.plainRows(size))
  }

  private static func build(_ size: Int) -> Workload {
    Workload("build and anchor \(size) children, per child", budget: 15) {
      let tried = Listing(count: size)
      let anchor = Anchor(tried.context)
      let isRight = tried.rows.last?.context.isLive == true
      withExtendedLifetime(anchor) {}
      return Prepared(isRight: isRight, figures: Build.figures(size: size))
    }
  }

  private static func append(to size: Int) -> Workload {
    // With fewer than a thousand siblings, the fixed cost of an access hides the cost per sibling.
    Workload(
      "append or remove one of \(size) rows",
      .perSibling,
      budget: size < 1_000 ? nil : 2,
      count: max(10, 100_000 / size),
      divisor: Double(size) * 2
    ) {
      let list = Listing(count: size)
      let anchor = Anchor(list.context)
      list.rows.append(Leaf())
      let isRight = list.rows.last?.context.isLive == true
      list.rows.removeLast()
      return Prepared(isRight: isRight && list.rows.count == size) { count in
        for number in 0..<count {
          list.rows.append(Leaf(number))
          list.rows.removeLast()
        }
        withExtendedLifetime(anchor) {}
      }
    }
    .beside(Alternatives.observableAppend(size))
  }

  private static var bytes: Workload {
    Workload("bytes per leaf with one Int", .bytes, budget: 200) {
      Prepared(isRight: true, figure: AllocatedBytes.perLeaf(count: 100_000))
    }
  }
}

/// Counts, on one thread.
// SAFETY: observers of the benchmarks run only on the main thread.
final class Tally: @unchecked Sendable {
  // The check of exclusive access is not a part of what is measured.
  @safe @exclusivity(unchecked) private(set) var number = 0

  func add() { number &+= 1 }
}
