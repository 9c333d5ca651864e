import Measuring
import StrataCore
import StrataModels

/// A list of meters.
private struct Meters: Model {
  static let modelLayout = ModelLayout<Meters>("Meters") { $0.slot("rows", \.rows) }
  var modelNode = ModelNode<Meters>()

  var rows: [Meter] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(_ count: Int) {
    modelNode.initialize(0, to: (0..<count).map { _ in Meter() })
  }
}

/// The cost of undo and time travel.
///
/// The limits are a quarter of another library's times on one machine, in lock pairs of that machine.
enum HistoryRows {
  static var all: [Workload] { undo + recording }

  private static let size = 10_000

  private static var undo: [Workload] {
    [
      Workload("write while undo is tracked", budget: 135, count: 30_000) {
        let stack = ModelUndoStack(limit: 100)
        let meter = Meter().withAnchor { $0.undoSystem.backend = stack }
        meter.node.trackUndo()
        meter.count = 7
        return Prepared(isRight: stack.undoCount == 1) { count in
          for number in 0..<count { meter.count = number &* 2 &+ 1 }
        }
      },
      Workload(
        "write to one of 10,000 rows, undo tracked at the root",
        budget: 135,
        count: 30_000
      ) {
        let stack = ModelUndoStack(limit: 100)
        let meters = Meters(size).withAnchor { $0.undoSystem.backend = stack }
        meters.node.trackUndo()
        let row = meters.rows[size / 2]
        row.count = 7
        return Prepared(isRight: stack.undoCount == 1) { count in
          for number in 0..<count { row.count = number &* 2 &+ 1 }
          keep(meters.rows.count)
        }
      },
      Workload("undo and redo of one write among 10,000 rows", budget: 300, count: 10_000) {
        let stack = ModelUndoStack(limit: 100)
        let meters = Meters(size).withAnchor { $0.undoSystem.backend = stack }
        meters.node.trackUndo()
        let row = meters.rows[size / 2]
        row.count = 7
        stack.undo()
        let isUndone = row.count == 0
        stack.redo()
        return Prepared(isRight: isUndone && row.count == 7) { count in
          for _ in 0..<count {
            stack.undo()
            stack.redo()
          }
          keep(meters.rows.count)
        }
      },
      Workload("append and removeLast, undo tracked", .perSibling, count: 200, divisor: 20_000) {
        let stack = ModelUndoStack(limit: 100)
        let meters = Meters(size).withAnchor { $0.undoSystem.backend = stack }
        meters.node.trackUndo()
        meters.rows.append(Meter())
        meters.rows.removeLast()
        return Prepared(isRight: stack.undoCount == 2) { count in
          for _ in 0..<count {
            meters.rows.append(Meter())
            meters.rows.removeLast()
          }
        }
      },
    ]
  }

  private static var recording: [Workload] {
    [
      Workload("record one change among 10,000 rows", budget: 135, count: 30_000) {
        let meters = Meters(size).withAnchor()
        let recorder = StateRecorder(of: meters, keeping: .tail(100))
        let row = meters.rows[size / 2]
        row.count = 7
        return Prepared(isRight: recorder.records.count == 2) { count in
          for number in 0..<count { row.count = number &* 2 &+ 1 }
          keep(recorder.position)
          keep(meters.rows.count)
        }
      },
      Workload("step back and forward over one change among 10,000 rows", count: 10_000) {
        let meters = Meters(size).withAnchor()
        let recorder = StateRecorder(of: meters)
        let row = meters.rows[size / 2]
        row.count = 7
        recorder.stepBack()
        let isBack = row.count == 0
        recorder.stepForward()
        return Prepared(isRight: isBack && row.count == 7) { count in
          for _ in 0..<count {
            recorder.stepBack()
            recorder.stepForward()
          }
          keep(meters.rows.count)
        }
      },
      Workload("diff of two states, one change among 10,000 rows", count: 3_000) {
        let meters = Meters(size).withAnchor()
        let recorder = StateRecorder(of: meters)
        meters.rows[size / 2].count = 7
        let text = recorder.diff(from: 0, to: 1)
        return Prepared(isRight: text?.contains("count: 7") == true) { count in
          for _ in 0..<count { keep(recorder.diff(from: 0, to: 1)?.count ?? 0) }
          keep(meters.rows.count)
        }
      },
      Workload("frozen copy of 10,000 rows, per row", count: 10, divisor: Double(size)) {
        let meters = Meters(size).withAnchor()
        return Prepared(isRight: meters.frozenCopy.rows.count == size) { count in
          for _ in 0..<count { keep(meters.frozenCopy.rows.count) }
        }
      },
    ]
  }
}
