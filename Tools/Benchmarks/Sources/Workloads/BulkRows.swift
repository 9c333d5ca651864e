import Measuring
import StrataModels

/// The cost of adding many rows in one change.
enum BulkRows {
  static var all: [Workload] { [10, 1_000, 10_000].map(rows) }

  private static func rows(_ size: Int) -> Workload {
    Workload(
      "add \(size) rows at once and remove them, a row",
      count: max(5, 20_000 / size),
      divisor: Double(size)
    ) {
      let table = ArrayTable(count: 10).withAnchor()
      table.rows.append(contentsOf: (0..<size).map { Entry($0) })
      let isRight = table.rows.count == size + 10
      table.rows.removeLast(size)
      return Prepared(isRight: isRight && table.rows.count == 10) { count in
        for _ in 0..<count {
          table.rows.append(contentsOf: (0..<size).map { Entry($0) })
          table.rows.removeLast(size)
        }
      }
    }
  }
}
