import Measuring
import StrataModels

/// Tables of models, in the operations that comparisons of interface libraries use.
enum TableRows {
  static var all: [Workload] {
    [10, 1_000, 10_000, 100_000].flatMap { size in
      [
        everyTenth(size), swapArray(size), swapKeyed(size), removeArray(size), removeKeyed(size),
        frontArray(size), frontKeyed(size), appendThousand(size), appendThousandKeyed(size),
        clear(size),
      ]
    }
  }

  private static func everyTenth(_ size: Int) -> Workload {
    let changed = (size + 9) / 10
    return Workload(
      "table of \(size): change every tenth row, each",
      budget: size < 1_000 ? nil : 3.5,
      count: max(1, 100_000 / changed),
      divisor: Double(changed)
    ) {
      let table = ArrayTable(count: size).withAnchor()
      return Prepared(isRight: table.rows.count == size) { count in
        for number in 0..<count {
          let rows = table.rows
          for index in stride(from: 0, to: size, by: 10) { rows[index].count = number }
        }
      }
    }
  }

  private static func swapArray(_ size: Int) -> Workload {
    Workload(
      "table of \(size): swap two rows of an array",
      .perSibling,
      budget: size < 1_000 ? nil : 2,
      count: count(size),
      divisor: Double(size)
    ) {
      let table = ArrayTable(count: size).withAnchor()
      table.rows.swapAt(1, size - 2)
      return Prepared(isRight: table.rows[1].count == size - 2) { count in
        for _ in 0..<count { table.rows.swapAt(1, size - 2) }
      }
    }
  }

  private static func swapKeyed(_ size: Int) -> Workload {
    Workload("table of \(size): swap two rows of an identified array", count: 20_000) {
      let table = KeyedTable(count: size).withAnchor()
      table.rows.swapAt(1, size - 2)
      return Prepared(isRight: table.rows[1].count == size - 2) { count in
        for _ in 0..<count { table.rows.swapAt(1, size - 2) }
      }
    }
  }

  private static func removeArray(_ size: Int) -> Workload {
    Workload(
      "table of \(size): remove a row and insert one, array",
      .perSibling,
      budget: size < 1_000 ? nil : 2,
      count: count(size),
      divisor: Double(size) * 2
    ) {
      let table = ArrayTable(count: size).withAnchor()
      table.rows.remove(at: size / 2)
      let isRight = table.rows.count == size - 1
      table.rows.insert(Entry(), at: size / 2)
      return Prepared(isRight: isRight) { count in
        for number in 0..<count {
          table.rows.remove(at: size / 2)
          table.rows.insert(Entry(number), at: size / 2)
        }
      }
    }
  }

  private static func removeKeyed(_ size: Int) -> Workload {
    Workload(
      "table of \(size): remove the last row and append one, identified array",
      count: 20_000,
      divisor: 2
    ) {
      let table = KeyedTable(count: size).withAnchor()
      table.rows.removeLast()
      let isRight = table.rows.count == size - 1
      table.rows.append(Entry())
      return Prepared(isRight: isRight) { count in
        for number in 0..<count {
          table.rows.removeLast()
          table.rows.append(Entry(number))
        }
      }
    }
  }

  private static func frontArray(_ size: Int) -> Workload {
    Workload(
      "table of \(size): insert at the front and remove, array",
      .perSibling,
      budget: size < 1_000 ? nil : 2,
      count: count(size),
      divisor: Double(size) * 2
    ) {
      let table = ArrayTable(count: size).withAnchor()
      table.rows.insert(Entry(-1), at: 0)
      let isRight = table.rows[0].count == -1
      table.rows.removeFirst()
      return Prepared(isRight: isRight) { count in
        for number in 0..<count {
          table.rows.insert(Entry(number), at: 0)
          table.rows.removeFirst()
        }
      }
    }
  }

  private static func frontKeyed(_ size: Int) -> Workload {
    Workload(
      "table of \(size): insert at the front and remove, identified array",
      .perSibling,
      count: count(size),
      divisor: Double(size) * 2
    ) {
      let table = KeyedTable(count: size).withAnchor()
      table.rows.insert(Entry(-1), at: 0)
      let isRight = table.rows[0].count == -1
      table.rows.removeFirst()
      return Prepared(isRight: isRight) { count in
        for number in 0..<count {
          table.rows.insert(Entry(number), at: 0)
          table.rows.removeFirst()
        }
      }
    }
  }

  private static func appendThousand(_ size: Int) -> Workload {
    Workload(
      "table of \(size): append 1,000 rows and remove them, array, each",
      count: 100,
      divisor: 1_000
    ) {
      let table = ArrayTable(count: size).withAnchor()
      return Prepared(isRight: table.rows.count == size) { count in
        for _ in 0..<count {
          table.rows.append(contentsOf: (0..<1_000).map { Entry($0) })
          table.rows.removeLast(1_000)
        }
      }
    }
  }

  private static func appendThousandKeyed(_ size: Int) -> Workload {
    Workload(
      "table of \(size): append 1,000 rows and remove them, identified array, each",
      count: 50,
      divisor: 1_000
    ) {
      let table = KeyedTable(count: size).withAnchor()
      return Prepared(isRight: table.rows.count == size) { count in
        for _ in 0..<count {
          table.rows.append(contentsOf: (0..<1_000).map { Entry($0) })
          table.rows.removeSubrange(size...)
        }
      }
    }
  }

  private static func clear(_ size: Int) -> Workload {
    Workload(
      "table of \(size): clear and fill again, each",
      count: max(10, 20_000 / size),
      divisor: Double(size)
    ) {
      let table = ArrayTable(count: size).withAnchor()
      table.rows = []
      let isRight = table.rows.isEmpty
      return Prepared(isRight: isRight) { count in
        for _ in 0..<count {
          table.rows = (0..<size).map { Entry($0) }
          table.rows = []
        }
      }
    }
  }

  private static func count(_ size: Int) -> Int { max(10, 100_000 / size) }
}
