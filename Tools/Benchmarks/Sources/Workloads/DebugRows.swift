import Foundation
import Measuring
import StrataConcurrency
import StrataCore
import StrataModels

/// The cost of a write in an observed tree; elsewhere it is the row of the write.
enum DebugRows {
  static var all: [Workload] { [logged, printed, counted] }

  private static var logged: Workload {
    Workload("model: write, its writes on record", count: 20_000) {
      let meter = Meter().withAnchor()
      let log = meter.recordWrites(now: { .distantPast })
      meter.count = 7
      return Prepared(isRight: log.lastWrite { meter.count }?.new == "7") { count in
        for number in 0..<count { meter.count = number }
        withExtendedLifetime(log) {}
      }
    }
  }

  private static var printed: Workload {
    Workload("model: write, printed to nowhere", count: 20_000) {
      let seen = Tally()
      let options = DebugOptions(printer: Nowhere(seen: seen))
      let meter = Meter().withDebug(options).withAnchor()
      meter.count = 7
      return Prepared(isRight: seen.number == 1) { count in
        for number in 0..<count { meter.count = number }
      }
    }
  }

  private static var counted: Workload {
    Workload("model: write, counted by metrics", count: 50_000) {
      let metrics = TreeMetrics()
      let meter = withTreeObserver(metrics) { Meter().withAnchor() }
      meter.count = 7
      return Prepared(isRight: metrics.snapshot.writes == 1) { count in
        for number in 0..<count { meter.count = number }
      }
    }
  }
}

/// Counts the texts that it is given.
private struct Nowhere: TextOutputStream, Sendable {
  let seen: Tally
  func write(_ text: String) { seen.add() }
}
