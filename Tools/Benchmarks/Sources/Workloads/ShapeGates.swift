import Measuring
import StrataCore
import StrataModels

/// The promises of the shapes that programs have.
enum ShapeGates {
  static var all: [Gate] { transactions + cached }

  private static var transactions: [Gate] {
    [
      Gate("transaction of 10 writes, nobody observing: instructions", .instructions(atMost: 6_350))
      {
        _ in
        transaction(of: 10)
      },
      // The box with the previous value, the list of boxes and the closure.
      Gate("transaction of 10 writes, nobody observing: allocations", .allocations(atMost: 3)) {
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
      Gate("cached value with a key, read: instructions", .instructions(atMost: 860)) { _ in
        cachedRows(1)
      },
      Gate(
        "cached values with N keys, one read: flat",
        .flat(atMost: 1.1),
        sizes: [10, 1_000],
        prepare: cachedRows
      ),
    ]
  }

  private static func cachedRows(_ names: Int) -> Gate.Operation {
    let table = ArrayTable(count: 10).withAnchor()
    let row = table.rows[5]
    for name in 0..<names { keep(row.node.memoize(for: name) { row.count + name }) }
    return Gate.Operation { count in
      for _ in 0..<count { keep(row.node.memoize(for: names - 1) { row.count + names }) }
      withExtendedLifetime(table) {}
    }
  }
}
