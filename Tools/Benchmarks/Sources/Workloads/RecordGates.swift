import Foundation
import Measuring
import StrataConcurrency
import StrataCore
import StrataInspector
import StrataModels

/// The cost of a recorded change, and of values beside a model's properties.
enum RecordGates {
  static var all: [Gate] { recorded + inspected + undone + preferences }

  // A tenth of a recorded or tracked write numbers the slot's state and orders the commits of all threads. A step is
  // therefore reverted whole, or not at all.
  private static var recorded: [Gate] {
    [
      Gate(
        "write to one of 100 rows, states recorded: instructions",
        .instructions(atMost: 17_000),
        sizes: [100]
      ) { size in
        let table = ArrayTable(count: size).withAnchor()
        let recorder = StateRecorder(of: table, keeping: .tail(100))
        return write(to: table, keeping: recorder)
      },
      Gate(
        "write to one of 100 rows, counted by metrics: instructions",
        .instructions(atMost: 1_950),
        sizes: [100]
      ) { size in
        let metrics = TreeMetrics()
        let table = withTreeObserver(metrics) { ArrayTable(count: size).withAnchor() }
        return write(to: table, keeping: metrics)
      },
    ]
  }

  /// A write of a number, as `strata-inspect` would show it.
  private static var inspected: [Gate] {
    [
      Gate(
        "write of a number, recorded into memory: instructions",
        .instructions(atMost: 2_200)
      ) { _ in
        write(recordedBy: Recording())
      },
      Gate("write of a number, recorded into memory: allocations", .allocations(atMost: 0.1)) { _ in
        write(recordedBy: Recording())
      },
      Gate(
        "write to one of N rows, recorded into memory: flat",
        .flat(atMost: 1.05),
        sizes: [10, 1_000]
      ) { size in
        let recording = Recording()
        let table = recording.observe { ArrayTable(count: size).withAnchor() }
        return write(to: table, keeping: recording)
      },
      Gate("write, its writes on record: instructions", .instructions(atMost: 6_100)) { _ in
        let meter = Meter().withAnchor()
        return write(to: meter, keeping: meter.recordWrites(now: { .distantPast }))
      },
      Gate("write, its writes on record: allocations", .allocations(atMost: 0.1)) { _ in
        let meter = Meter().withAnchor()
        return write(to: meter, keeping: meter.recordWrites(now: { .distantPast }))
      },
    ]
  }

  private static func write(recordedBy recording: Recording) -> Gate.Operation {
    write(to: recording.observe { Meter().withAnchor() }, keeping: recording)
  }

  private static func write(to meter: Meter, keeping object: AnyObject) -> Gate.Operation {
    // Another number each time, because an equal one changes nothing.
    var number = 0
    return Gate.Operation { count in
      for _ in 0..<count {
        number &+= 1
        meter.count = number
      }
      withExtendedLifetime((meter, object)) {}
    }
  }

  private static func write(to table: ArrayTable, keeping object: AnyObject) -> Gate.Operation {
    let row = table.rows[table.rows.count / 2]
    return Gate.Operation { count in
      for _ in 0..<count { row.count += 1 }
      withExtendedLifetime((table, object)) {}
    }
  }

  private static var undone: [Gate] {
    [
      Gate(
        "write to one of 100 rows, undo tracked: instructions",
        .instructions(atMost: 7_900),
        sizes: [100]
      ) { size in
        let (table, stack) = undoable(size)
        return write(to: table, keeping: stack)
      },
      Gate(
        "write to one of N rows, undo tracked: flat",
        .flat(atMost: 1.05),
        sizes: [10, 1_000]
      ) { size in
        let (table, stack) = undoable(size)
        return write(to: table, keeping: stack)
      },
      // Not by instructions, because single steps do not get past the weak references on the way.
      Gate(
        "undo and redo of one of 100 writes: allocations",
        .allocations(atMost: 36),
        sizes: [100]
      ) { size in
        let (table, stack) = undoable(size)
        for row in table.rows { row.count = 7 }
        return Gate.Operation { count in
          for _ in 0..<count {
            stack.undo()
            stack.redo()
          }
          withExtendedLifetime(table) {}
        }
      },
    ]
  }

  private static func undoable(_ size: Int) -> (ArrayTable, ModelUndoStack) {
    let stack = ModelUndoStack(limit: 100)
    let table = ArrayTable(count: size).withAnchor { $0.undoSystem.backend = stack }
    table.node.trackUndo()
    return (table, stack)
  }

  private static var preferences: [Gate] {
    [
      Gate(
        "preference of 10, read without a change: instructions",
        .instructions(atMost: 10_100),
        sizes: [10],
        prepare: read(from:)
      ),
      Gate("preference of 10, read without a change: allocations", .allocations(atMost: 2)) { _ in
        read(from: 10)
      },
      Gate(
        "preference of N, read without a change: flat",
        .flat(atMost: 1.02),
        sizes: [10, 200],
        prepare: read(from:)
      ),
      // Not by instructions, because single steps do not get past the weak references on the way.
      Gate(
        "preference of 100, one changed and read: allocations",
        .allocations(atMost: 11),
        sizes: [100],
        prepare: change(oneOf:)
      ),
    ]
  }

  private static func contributors(_ number: Int) -> Place {
    let root = Place(places: (0..<number).map { _ in Place() }).withAnchor()
    for place in root.places { place.node.preference.weight = 1 }
    keep(root.node.preference.weight)
    return root
  }

  private static func read(from contributors: Int) -> Gate.Operation {
    let root = Self.contributors(contributors)
    return Gate.Operation { count in
      var sum = 0
      for _ in 0..<count { sum &+= root.node.preference.weight }
      keep(sum)
    }
  }

  private static func change(oneOf contributors: Int) -> Gate.Operation {
    let root = Self.contributors(contributors)
    let one = root.places[contributors / 2]
    // Another number each time, because an equal one changes nothing.
    var weight = 1
    return Gate.Operation { count in
      for _ in 0..<count {
        weight += 1
        one.node.preference.weight = weight
        keep(root.node.preference.weight)
      }
    }
  }
}
