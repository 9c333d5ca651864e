import Measuring
import Observation
import StrataConcurrency
import StrataCore
import StrataDependencies
import StrataEvents
import StrataModels

/// The shapes that programs have: constants beside properties, transactions, properties that a view has read.
///
/// Each limit is a promise of the budgets. The rows of other sections measure one operation on the simplest model.
enum ShapeRows {
  static var all: [Workload] {
    [anchored, anchoredWithConstant]
      + [1_000, 10_000].flatMap { [appended($0), appendedKeyed($0)] }
      + [transaction, bareWrites]
      + observed + [1, 100].map(tracked) + [memoHit, memoChanged]
  }

  private static var anchored: Workload {
    Workload("anchor a child without constants, and remove it", budget: 15, count: 50_000) {
      let holder = EntryHolder().withAnchor()
      holder.child = Entry(7)
      return Prepared(isRight: holder.child?.count == 7) { count in
        for number in 0..<count {
          holder.child = Entry(number)
          holder.child = nil
        }
      }
    }
  }

  private static var anchoredWithConstant: Workload {
    Workload("anchor a child with a plain let, and remove it", budget: 15, count: 50_000) {
      let holder = NamedHolder().withAnchor()
      holder.child = NamedEntry(id: 7)
      return Prepared(isRight: holder.child?.id == 7) { count in
        for number in 0..<count {
          holder.child = NamedEntry(id: number)
          holder.child = nil
        }
      }
    }
  }

  private static func appended(_ size: Int) -> Workload {
    Workload(
      "append a row with a plain let to \(size) and remove it, array",
      .perSibling,
      budget: 2,
      count: max(10, 1_000_000 / size),
      divisor: Double(size) * 2
    ) {
      let table = NamedTable(count: size).withAnchor()
      return Prepared(isRight: table.rows.count == size) { count in
        for _ in 0..<count {
          table.rows.append(NamedEntry(id: size))
          table.rows.removeLast()
        }
      }
    }
  }

  private static func appendedKeyed(_ size: Int) -> Workload {
    Workload(
      "append a row with a plain let to \(size) and remove it, identified array",
      count: 20_000,
      divisor: 2
    ) {
      let table = NamedKeyedTable(count: size).withAnchor()
      return Prepared(isRight: table.rows.count == size) { count in
        for _ in 0..<count {
          table.rows.append(NamedEntry(id: size))
          table.rows.removeLast()
        }
      }
    }
  }

  private static let writes = 10

  private static var transaction: Workload {
    Workload("transaction of 10 writes, nobody observing", budget: 38, count: 50_000) {
      let meter = Meter().withAnchor()
      return Prepared(isRight: meter.count == 0) { count in
        for number in 0..<count {
          meter.node.transaction {
            for step in 0..<writes { meter.count = number &+ step }
          }
        }
      }
    }
  }

  private static var bareWrites: Workload {
    Workload("10 writes without a transaction", count: 50_000) {
      let meter = Meter().withAnchor()
      return Prepared(isRight: meter.count == 0) { count in
        for number in 0..<count {
          for step in 0..<writes { meter.count = number &+ step }
        }
      }
    }
  }
}

// MARK: Swift's observation

extension ShapeRows {
  fileprivate static var observed: [Workload] {
    [
      Workload("write after Swift's observation has read and been notified", budget: 1.6) {
        let meter = Meter().withAnchor()
        let seen = Tally()
        withObservationTracking {
          keep(meter.count)
        } onChange: {
          seen.add()
        }
        meter.count = 7
        return Prepared(isRight: seen.number == 1 && meter.count == 7) { count in
          for number in 0..<count { meter.count = number }
        }
      },
      Workload("read again in Swift's observation", .observable, budget: 1, count: 50_000) {
        let meter = Meter(count: 5).withAnchor()
        return Prepared(
          isRight: meter.count == 5,
          floor: Alternatives.trackedObservableRead
        ) { count in
          withObservationTracking {
            var sum = 0
            for _ in 0..<count { sum &+= meter.count }
            keep(sum)
          } onChange: {
          }
        }
      },
    ]
  }

  /// A number of readers in Swift's observation, and the write that notifies all of them.
  fileprivate static func tracked(_ readers: Int) -> Workload {
    Workload(
      "\(readers) in Swift's observation read, and one write, each",
      .observable,
      budget: 1,
      count: 20_000 / readers,
      divisor: Double(readers)
    ) {
      let meter = Meter().withAnchor()
      let seen = Tally()
      let once: (Int) -> Void = { number in
        for _ in 0..<readers {
          withObservationTracking {
            keep(meter.count)
          } onChange: {
            seen.add()
          }
        }
        meter.count = number
      }
      let peer = Observed()
      let observable: (Int) -> Void = { count in
        for number in 0..<count {
          withObservationTracking {
            keep(peer.count)
          } onChange: {
            seen.add()
          }
          if number % readers == 0 { peer.count = number }
        }
      }
      once(7)
      return Prepared(isRight: seen.number == readers, floor: observable) { count in
        for number in 0..<count { once(number) }
      }
    }
  }
}

// MARK: Cached values

extension ShapeRows {
  fileprivate static var memoHit: Workload {
    Workload("cached value with a key: read", budget: 4) {
      let form = Form().withAnchor()
      return Prepared(isRight: form.validCount == 15) { count in
        var sum = 0
        for _ in 0..<count { sum &+= form.validCount }
        keep(sum)
      }
    }
  }

  fileprivate static var memoChanged: Workload {
    Workload("cached value with a key: change and read", budget: 12.6, count: 50_000) {
      let table = ArrayTable(count: 10).withAnchor()
      let row = table.rows[5]
      let double: () -> Int = { row.node.memoize(for: 1) { row.count * 2 } }
      row.count = 4
      return Prepared(isRight: double() == 8) { count in
        for number in 0..<count {
          row.count = number
          keep(double())
        }
        withExtendedLifetime(table) {}
      }
    }
  }
}
