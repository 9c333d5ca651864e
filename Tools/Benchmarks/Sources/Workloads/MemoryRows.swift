import CMachine
import Measuring
import StrataConcurrency
import StrataCore
import StrataModels
import StrataSources
import StrataStores
import StrataUpdates

/// The memory of objects, by the allocator's count.
enum MemoryRows {
  static var all: [Workload] {
    [
      model, row, observation, tracker, derived, derivedOfTwo, parkedTask, listener, frozen,
      domainStore,
      updateStore, source, residentRow,
    ]
  }

  private static let count = 100_000

  /// The bytes of each of many objects, which are retained until they have been counted.
  private static func bytes<Thing>(
    _ name: String,
    budget: Double? = nil,
    _ make: @escaping () -> (Int) -> Thing
  ) -> Workload {
    Workload(name, .bytes, budget: budget) {
      let makeOne = make()
      var things: [Thing] = []
      things.reserveCapacity(count)
      // One-time allocations for the first object do not count.
      things.append(makeOne(0))
      let before = allocated_bytes()
      for number in 1..<count { things.append(makeOne(number)) }
      let taken = Double(allocated_bytes()) - Double(before)
      withExtendedLifetime(things) {}
      return Prepared(isRight: taken > 0, figure: taken / Double(count - 1))
    }
  }

  private static var model: Workload {
    bytes("memory: a model with one Int, anchored alone") {
      { Meter(count: $0).withAnchor() }
    }
  }

  private static var row: Workload {
    bytes("memory: a row with one Int in a live table", budget: 200) {
      let table = ArrayTable(count: 0).withAnchor()
      table.rows.reserveCapacity(count)
      return { number in
        let entry = Entry(number)
        table.rows.append(entry)
        return entry
      }
    }
  }

  private static var observation: Workload {
    bytes("memory: an observer") {
      let leaf = Leaf()
      let anchor = Anchor(leaf.context)
      return { _ in (leaf.context.observe(Leaf.countSlot) { _ in }, anchor) }
    }
  }

  private static var tracker: Workload {
    bytes("memory: a tracker with one read") {
      let leaf = Leaf()
      let anchor = Anchor(leaf.context)
      return { _ in
        let tracker = Tracker {}
        keep(tracker.track { leaf.count })
        return (tracker, anchor)
      }
    }
  }

  private static var parkedTask: Workload {
    bytes("memory: a task on a model, waiting") {
      let executor = TaskStart.QueueExecutor()
      let meter = Meter().withAnchor()
      meter.modelNode.context.setTaskExecutor(executor)
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      return { _ in
        let work = meter.node.task {
          for await element in stream { keep(element) }
        }
        executor.drain()
        return (work, continuation, meter)
      }
    }
  }

  private static var listener: Workload {
    bytes("memory: a listener to events") {
      let leaf = Leaf()
      let anchor = Anchor(leaf.context)
      return { _ in
        leaf.context.addListener(.listener(to: ReachRows.Ping.self) { _, _ in })
        return anchor
      }
    }
  }

  private static var frozen: Workload {
    bytes("memory: a frozen copy of a model with one Int") {
      let meter = Meter(count: 3).withAnchor()
      return { _ in meter.frozenCopy }
    }
  }

  private static var derived: Workload {
    bytes("memory: a derived value of one Int, computed") {
      let leaf = Leaf()
      let anchor = Anchor(leaf.context)
      return { number in
        let value = Derived(of: leaf.context, at: .thisLine()) { leaf.count + number }
        keep(value.value)
        return (value, anchor)
      }
    }
  }

  /// As a node of a graph has them: each reads two values that others read, too.
  private static var derivedOfTwo: Workload {
    bytes("memory: a derived value of two sources", budget: 400) {
      let list = Listing(count: 2)
      let anchor = Anchor(list.context)
      let (first, second) = (list.rows[0], list.rows[1])
      return { _ in
        let value = Derived(of: list.context, at: .thisLine()) { first.count + second.count }
        keep(value.value)
        return (value, anchor)
      }
    }
  }

  private enum Phase: EnumState { case counting(Int) }

  private struct Holding: StateContainer {
    var current = Phase.counting(0)
  }

  private static var domainStore: Workload {
    bytes("memory: a domain store with one Int, one subscriber") {
      { _ in
        let store = StrataStores.Store(initialState: Holding(), delivery: .immediate)
        return (store, store.subscribe { _ in })
      }
    }
  }

  private static var updateStore: Workload {
    bytes("memory: an update store with one Int") {
      { number in
        StrataUpdates.Store(
          update: { (state: Int, action: Int, _: Void) in Update<Int, Int>(state: state + action) },
          state: number,
          environment: ()
        )
      }
    }
  }

  // SAFETY: adds a constant.
  private final class Number: SourceOf<Int>, @unchecked Sendable {
    let initialModel = 0
  }

  private static var source: Workload {
    bytes("memory: a source of an Int, read once") {
      { _ in
        let owner = Number()
        let source = owner.eraseToSource()
        keep(source.model)
        return (owner, source)
      }
    }
  }

  /// By the pages of the system, with the allocator's own share.
  private static var residentRow: Workload {
    Workload("memory: a row with one Int, resident", .bytes) {
      let rows = 1_000_000
      // The memory of earlier rows is returned first, because it would be used again.
      return_free_memory()
      let before = resident_bytes()
      let table = ArrayTable(count: rows).withAnchor()
      let after = resident_bytes()
      let isRight = table.rows.count == rows
      let taken = Double(after) - Double(before)
      return Prepared(isRight: isRight && taken > 0, figure: taken / Double(rows))
    }
  }
}
