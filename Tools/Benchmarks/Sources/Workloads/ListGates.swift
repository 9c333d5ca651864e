import Measuring
import StrataConcurrency
import StrataCore
import StrataModels

/// The promises of changes of lists.
enum ListGates {
  static var all: [Gate] { edits + bulk + constants }

  private static var edits: [Gate] {
    [
      Gate("array of 10, swap: instructions", .instructions(atMost: 3_050), sizes: [10]) { size in
        let table = ArrayTable(count: size).withAnchor()
        return Gate.Operation { count in
          for _ in 0..<count { table.rows.swapAt(1, size - 2) }
        }
      },
      Gate(
        "array of 10, make, insert and remove a row: instructions",
        .instructions(atMost: 13_300),
        sizes: [10]
      ) { size in
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

  private static var bulk: [Gate] {
    [
      Gate("100 rows made, added at once, removed: notifications", .exactly(2)) { _ in many(100) },
      // Two for each row, its context and its memory, and the growth of the arrays.
      Gate(
        "100 rows made, added at once, removed: allocations",
        .allocations(atMost: 265),
        sizes: [100],
        prepare: many
      ),
    ]
  }

  /// Rows with a plain `let`, whose values are retained; each row that stays costs a comparison.
  private static var constants: [Gate] {
    [
      // The collisions in the table of identities differ from run to run: 10 to 50 for each row.
      Gate(
        "array of rows with a let, append, removeLast: each",
        .slope(atMost: 55),
        sizes: [10, 1_000]
      ) { size in
        let table = NamedTable(count: size).withAnchor()
        return Gate.Operation { count in
          for _ in 0..<count {
            table.rows.append(NamedEntry(id: size))
            table.rows.removeLast()
          }
        }
      },
      Gate(
        "identified array of rows with a let, append, remove last: flat",
        .flat(atMost: 1.1),
        sizes: [10, 1_000]
      ) { size in
        let table = NamedKeyedTable(count: size).withAnchor()
        return Gate.Operation { count in
          for _ in 0..<count {
            table.rows.append(NamedEntry(id: size))
            table.rows.removeLast()
          }
        }
      },
    ]
  }

  /// Adds a number of rows in one change, then takes them away in one.
  private static func many(_ size: Int) -> Gate.Operation {
    let table = ArrayTable(count: 10).withAnchor()
    let seen = Tally()
    let rows = Slot<[Entry]>(uncheckedIndex: 0)
    let observation = table.node.context.observe(rows) { _ in seen.add() }
    let tally = { seen.number }
    return Gate.Operation(tally: tally) { count in
      for _ in 0..<count {
        table.rows.append(contentsOf: (0..<size).map { Entry($0) })
        table.rows.removeLast(size)
      }
      withExtendedLifetime(observation) {}
    }
  }
}
