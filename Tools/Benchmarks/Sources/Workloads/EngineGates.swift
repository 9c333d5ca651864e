import Measuring
import StrataConcurrency
import StrataCore
import StrataModels

/// The engine's promises about work that can be counted.
enum EngineGates {
  static var all: [Gate] { single + lists + tables + reach + work }

  private static func leaf() -> (Leaf, Anchor) {
    let leaf = Leaf(5)
    return (leaf, Anchor(leaf.context))
  }

  private static var single: [Gate] {
    [
      Gate("read: allocations", .allocations(atMost: 0)) { _ in
        let (leaf, anchor) = leaf()
        return Gate.Operation { count in
          var sum = 0
          for _ in 0..<count { sum &+= leaf.count }
          keep(sum)
          withExtendedLifetime(anchor) {}
        }
      },
      Gate("read: instructions", .instructions(atMost: 34)) { _ in
        let (leaf, anchor) = leaf()
        return Gate.Operation { count in
          var sum = 0
          for _ in 0..<count { sum &+= leaf.count }
          keep(sum)
          withExtendedLifetime(anchor) {}
        }
      },
      Gate("write: allocations", .allocations(atMost: 0)) { _ in write() },
      Gate("write: instructions", .instructions(atMost: 120)) { _ in write() },
      Gate("+=: allocations", .allocations(atMost: 0)) { _ in
        let (leaf, anchor) = leaf()
        return Gate.Operation { count in
          for _ in 0..<count { leaf.count += 1 }
          withExtendedLifetime(anchor) {}
        }
      },
      Gate("write, one observer: allocations", .allocations(atMost: 0)) { _ in observed(1) },
    ]
  }

  private static func write() -> Gate.Operation {
    let (leaf, anchor) = leaf()
    return Gate.Operation { count in
      for number in 0..<count { leaf.count = number }
      withExtendedLifetime(anchor) {}
    }
  }

  private static func change(one size: Int) -> Gate.Operation {
    let list = Listing(count: size)
    let anchor = Anchor(list.context)
    let row = list.rows[size / 2]
    return Gate.Operation { count in
      for number in 0..<count { row.count = number }
      withExtendedLifetime((anchor, list)) {}
    }
  }

  private static func observed(_ observers: Int) -> Gate.Operation {
    let (leaf, anchor) = leaf()
    let seen = Tally()
    let observations = (0..<observers).map { _ in
      leaf.context.observe(Leaf.countSlot) { _ in seen.add() }
    }
    let tally = { seen.number }
    return Gate.Operation(tally: tally) { count in
      for _ in 0..<count { leaf.count += 1 }
      withExtendedLifetime((anchor, observations)) {}
    }
  }

  private static var lists: [Gate] {
    [
      Gate(
        "change one of N rows: flat",
        .flat(atMost: 1.02),
        sizes: [10, 10_000],
        prepare: change(one:)
      ),
      Gate("iterate N rows: instructions a row", .slope(atMost: 82), sizes: [10, 200]) { size in
        let list = Listing(count: size)
        let anchor = Anchor(list.context)
        return Gate.Operation { count in
          var sum = 0
          for _ in 0..<count {
            for row in list.rows { sum &+= row.count }
          }
          keep(sum)
          withExtendedLifetime(anchor) {}
        }
      },
    ]
  }

  private static var tables: [Gate] {
    [
      Gate(
        "identified array, append and remove the last: flat",
        .flat(atMost: 1.1),
        sizes: [10, 5_000]
      ) {
        size in
        let table = KeyedTable(count: size).withAnchor()
        return Gate.Operation { count in
          for _ in 0..<count {
            table.rows.append(Entry())
            table.rows.removeLast()
          }
        }
      },
      Gate("identified array, swap: flat", .flat(atMost: 1.1), sizes: [10, 5_000]) { size in
        let table = KeyedTable(count: size).withAnchor()
        return Gate.Operation { count in
          for _ in 0..<count { table.rows.swapAt(1, size - 2) }
        }
      },
      Gate("array, swap: each sibling", .slope(atMost: 16), sizes: [10, 200]) { size in
        let table = ArrayTable(count: size).withAnchor()
        return Gate.Operation { count in
          for _ in 0..<count { table.rows.swapAt(1, size - 2) }
        }
      },
      Gate(
        "array, insert and remove at the front: each sibling",
        .slope(atMost: 52),
        sizes: [10, 200]
      ) {
        size in
        let table = ArrayTable(count: size).withAnchor()
        return Gate.Operation { count in
          for _ in 0..<count {
            table.rows.insert(Entry(), at: 0)
            table.rows.removeFirst()
          }
        }
      },
    ]
  }

  private static var work: [Gate] {
    [
      Gate("start a task and let it end, N parked: flat", .flat(atMost: 1.1), sizes: [1, 5_000]) {
        parked in
        let (meter, executor) = TaskRows.makeStage()
        for _ in 0..<parked { TaskRows.park(meter) }
        executor.drain()
        return Gate.Operation { count in
          for _ in 0..<count {
            meter.node.task {}
            executor.drain()
          }
        }
      }
    ]
  }

  private static var reach: [Gate] {
    [
      Gate("one write, N observers: notifications", .exactly(1)) { _ in observed(1) },
      Gate(
        "one write, N observers: each",
        .slope(atMost: 80),
        sizes: [10, 100],
        prepare: observed
      ),
      Gate("event without listener, depth N: flat", .flat(atMost: 1.02), sizes: [1, 100]) { depth in
        let (top, bottom) = Level.chain(depth)
        let anchor = Anchor(top.context)
        return Gate.Operation { count in
          for _ in 0..<count { bottom.context.send(ReachRows.Ping(), at: .thisLine()) }
          withExtendedLifetime(anchor) {}
        }
      },
    ]
  }
}
