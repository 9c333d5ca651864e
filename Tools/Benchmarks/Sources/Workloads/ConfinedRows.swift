import Measuring
import StrataConcurrency
import StrataCore
import StrataModels

/// The cost of accesses in a confined tree, which is locked once for all of them.
enum ConfinedRows {
  static var all: [Workload] { properties + [watched] + structure + [closure] }

  /// A row that does something to a leaf, many times in one closure.
  private static func row(
    _ name: String,
    budget: Double? = nil,
    _ operation: @escaping (Context) -> Int
  ) -> Workload {
    Workload(name, budget: budget) {
      let mixed = Mixed()
      let anchor = ConfinedAnchor(mixed.context, at: .thisLine())
      return Prepared(isRight: anchor.withAccess { operation(mixed.context) } > 0) { count in
        anchor.withAccess {
          var sum = 0
          for _ in 0..<count { sum &+= operation(mixed.context) }
          keep(sum)
        }
      }
    }
  }

  private static var properties: [Workload] {
    [
      row("confined: read a number", budget: 0.4) { $0[Mixed.count] },
      row("confined: read a text") { $0[Mixed.name].utf8.count },
      row("confined: write") {
        $0[Mixed.count] = 3
        return 1
      },
      row("confined: +=") {
        $0[Mixed.count] += 1
        return 1
      },
    ]
  }

  private static var watched: Workload {
    Workload("confined: write, one synchronous observer") {
      let leaf = Leaf()
      let anchor = ConfinedAnchor(leaf.context, at: .thisLine())
      let seen = Tally()
      let observation = anchor.withAccess {
        leaf.context.observe(Leaf.countSlot) { _ in seen.add() }
      }
      anchor.withAccess { leaf.count += 1 }
      return Prepared(isRight: seen.number == 1) { count in
        anchor.withAccess { for number in 0..<count { leaf.count = number } }
        withExtendedLifetime(observation) {}
      }
    }
  }

  private static var structure: [Workload] {
    [
      Workload("confined: iterate 1,000 rows and read one property", count: 300, divisor: 1_000) {
        let tree = ConfinedTree(ArrayTable(count: 1_000))
        let sum = { @Sendable (table: ArrayTable) in table.rows.reduce(0) { $0 &+ $1.count } }
        return Prepared(isRight: tree.withModel(sum) == 499_500) { count in
          tree.withModel { table in for _ in 0..<count { keep(sum(table)) } }
        }
      },
      Workload("confined: append a row and remove it", count: 20_000) {
        let tree = ConfinedTree(ArrayTable(count: 10))
        return Prepared(isRight: tree.withModel { $0.rows.count } == 10) { count in
          tree.withModel { table in
            for _ in 0..<count {
              table.rows.append(Entry())
              table.rows.removeLast()
            }
          }
        }
      },
    ]
  }

  private static var closure: Workload {
    Workload("confined: an empty closure") {
      let tree = ConfinedTree(Meter())
      return Prepared(isRight: tree.withModel { $0.count } == 0) { count in
        for _ in 0..<count { tree.withModel { _ in } }
      }
    }
  }
}

/// The promises of trees that are locked once.
enum ConfinedGates {
  static var all: [Gate] {
    [
      Gate("confined, read a text: instructions", .instructions(atMost: 150)) { _ in
        operation { $0[Mixed.name].utf8.count }
      },
      Gate("confined, write: instructions", .instructions(atMost: 100)) { _ in
        operation {
          $0[Mixed.count] = 3
          return 1
        }
      },
    ]
  }

  private static func operation(_ body: @escaping (Context) -> Int) -> Gate.Operation {
    let mixed = Mixed()
    let anchor = ConfinedAnchor(mixed.context, at: .thisLine())
    return Gate.Operation { count in
      anchor.withAccess {
        var sum = 0
        for _ in 0..<count { sum &+= body(mixed.context) }
        keep(sum)
      }
    }
  }
}
