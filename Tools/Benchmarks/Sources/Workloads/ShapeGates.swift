import Measuring
import Observation
import StrataCore
import StrataModels

/// The promises of the shapes that programs have.
enum ShapeGates {
  static var all: [Gate] {
    transactions + cached + observed + callbacks + [childWithConstant, cards, undone]
  }

  /// The id of a child that is alone in its property is not read.
  private static var childWithConstant: Gate {
    Gate("child with a plain let comes and goes: instructions", .instructions(atMost: 19_400)) {
      _ in
      let holder = NamedHolder().withAnchor()
      return Gate.Operation { count in
        for number in 0..<count {
          holder.child = NamedEntry(id: number)
          holder.child = nil
        }
      }
    }
  }

  /// An identity is counted by its hash, and an empty container has nothing to release.
  private static var cards: Gate {
    Gate(
      "table of 2 cards, built, anchored and ended: instructions",
      .instructions(atMost: 127_000)
    ) {
      _ in
      Gate.Operation { count in
        for _ in 0..<count { keep(CardTable(count: 2).withAnchor().rows.count) }
      }
    }
  }

  private static var undone: Gate {
    Gate("undo and redo of one change: instructions", .instructions(atMost: 44_500)) { _ in
      let stack = ModelUndoStack(limit: 100)
      let meter = Meter().withAnchor { $0.undoSystem.backend = stack }
      meter.node.trackUndo()
      meter.count = 7
      return Gate.Operation { count in
        for _ in 0..<count {
          stack.undo()
          stack.redo()
        }
        withExtendedLifetime(meter) {}
      }
    }
  }

  private static var observed: [Gate] {
    [
      // As a write that nobody has observed: the bridge leaves when nobody waits.
      Gate(
        "write after Swift's observation was notified: instructions",
        .instructions(atMost: 120)
      ) { _ in
        let meter = Meter().withAnchor()
        withObservationTracking {
          keep(meter.count)
        } onChange: {
        }
        meter.count = 7
        meter.count = 8
        return Gate.Operation { count in
          for number in 0..<count { meter.count = number }
        }
      },
      // The value of the root's handle borrows its closure for each computation.
      Gate("cached value of the root, changed and read: instructions", .instructions(atMost: 5_280))
      { _ in
        let meter = Meter().withAnchor()
        let double: () -> Int = { meter.node.memoize(for: 1) { meter.count * 2 } }
        keep(double())
        return Gate.Operation { count in
          for _ in 0..<count {
            meter.count += 1
            keep(double())
          }
        }
      },
    ]
  }

  private static var callbacks: [Gate] {
    [
      Gate("write that calls an onChange: instructions", .instructions(atMost: 13_200)) { _ in
        calledBack()
      },
      Gate("write that calls an onChange: allocations", .allocations(atMost: 1)) { _ in
        calledBack()
      },
    ]
  }

  private static func calledBack() -> Gate.Operation {
    let meter = Meter().withAnchor()
    meter.node.onChange(of: meter.count, initial: false) { keep($1) }
    return Gate.Operation { count in
      for _ in 0..<count { meter.count += 1 }
    }
  }

  private static var transactions: [Gate] {
    [
      Gate("transaction of 10 writes, nobody observing: instructions", .instructions(atMost: 2_610))
      {
        _ in
        transaction(of: 10)
      },
      // The previous value is kept in memory that the tree uses again.
      Gate("transaction of 10 writes, nobody observing: allocations", .allocations(atMost: 0)) {
        _ in
        transaction(of: 10)
      },
      Gate(
        "transaction of N writes to one property: each",
        .slope(atMost: 152),
        sizes: [10, 100],
        prepare: transaction
      ),
    ]
  }

  private static func transaction(of writes: Int) -> Gate.Operation {
    let meter = Meter().withAnchor()
    return Gate.Operation { count in
      for number in 0..<count {
        meter.node.transaction {
          for step in 0..<writes { meter.count = number &+ step }
        }
      }
    }
  }

  private static var cached: [Gate] {
    [
      Gate("cached value with a key, read: instructions", .instructions(atMost: 455)) { _ in
        cachedRows(1)
      },
      Gate("cached value with a key, read: allocations", .allocations(atMost: 0)) { _ in
        cachedRows(1)
      },
      Gate(
        "cached values with N keys, one read: flat",
        .flat(atMost: 1.1),
        sizes: [10, 1_000],
        prepare: cachedRows
      ),
      Gate("cached value with a key of parts: instructions", .instructions(atMost: 1_100)) { _ in
        cachedParts(6)
      },
      Gate("cached value with a key of parts: allocations", .allocations(atMost: 0)) { _ in
        cachedParts(6)
      },
      Gate(
        "cached values with N keys of parts, one read: flat",
        .flat(atMost: 1.1),
        sizes: [10, 1_000],
        prepare: cachedParts
      ),
    ]
  }

  /// A name that contains a reference, and is therefore compared without the lock, which takes one lock pair more.
  private struct PartedName: Hashable, Sendable {
    let text: String
    let number: Int
  }

  private static func cachedParts(_ names: Int) -> Gate.Operation {
    let table = ArrayTable(count: 10).withAnchor()
    let row = table.rows[5]
    let keys = (0..<names).map { PartedName(text: "column", number: $0) }
    for key in keys { keep(row.node.memoize(for: key) { row.count + key.number }) }
    return Gate.Operation { count in
      for number in 0..<count {
        let key = keys[number * 37 % names]
        keep(row.node.memoize(for: key) { row.count + key.number })
      }
      withExtendedLifetime(table) {}
    }
  }

  private static func cachedRows(_ names: Int) -> Gate.Operation {
    let table = ArrayTable(count: 10).withAnchor()
    let row = table.rows[5]
    for name in 0..<names { keep(row.node.memoize(for: name) { row.count + name }) }
    return Gate.Operation { count in
      // Many keys: where one key is found in a table depends on the hash seed of the process.
      for number in 0..<count {
        let name = number * 37 % names
        keep(row.node.memoize(for: name) { row.count + name })
      }
      withExtendedLifetime(table) {}
    }
  }
}
