package import Measuring

/// All budgets, and the rows that show whether they are met.
///
/// The names are stable, because `Tools/Benchmarks/WHY.md` gives the reason of each missed budget under its name.
package enum Budgets {
  package static let all =
    properties + lists + reach + work + [shapes, oneStore, recorded, building]

  /// Further promises: rows with a budget that none of these covers.
  package static let others = Budget("everything else that has a budget", "as in the sections") {
    row in
    !all.contains { $0.covers(row) }
  }

  private static let shapes = Budget("shapes that programs have", "as in their section") {
    $0.section == "Shapes" && $0.unit != .perSibling
  }

  private static let recorded = Budget("a recorded write of a number", "≤ 20 F") {
    $0.name == "write recorded into memory"
  }

  private static let building = Budget(
    "builds of programs with many models",
    "≤ 10 s after a change in one of 500 files; 100 models ≤ 3 s more than structs"
  ) { $0.section == "Building" }

  private static let oneStore = Budget("one store", "as in its section") {
    $0.section == "One store"
  }

  private static let properties = [
    Budget("read, nobody tracking", "≤ 1.3 F") { $0.name == "read" && $0.unit == .lock },
    Budget("read, with the bridge to Swift's observation", "≤ 2.2 F") {
      $0.name == "model: read, with the bridge"
    },
    Budget("read, beside an @Observable class", "≤ 0.8 O") {
      $0.name == "read" && $0.unit == .observable
    },
    // Every tree reads plain bytes without its lock.
    Budget("read in a tree confined to one actor", "≤ 0.4 F") {
      ["confined: read a number", "read a number, without the lock"].contains($0.name)
    },
    Budget("read in a tracking scope, again", "≤ 2 F") {
      $0.name == "read in a tracking scope, again" && $0.unit == .lock
    },
    Budget("read in a tracking scope, again, beside an @Observable class", "≤ 0.3 O") {
      $0.name == "read in a tracking scope, again" && $0.unit == .observable
    },
    Budget("write, nobody observing", "≤ 1.6 F") {
      ["write", "model: write"].contains($0.name) && $0.unit == .lock
    },
    Budget("write, beside an @Observable class", "≤ 0.3 O") {
      $0.name == "write" && $0.unit == .observable
    },
    Budget("+=, nobody observing", "≤ 2.6 F") { ["+=", "model: +="].contains($0.name) },
    Budget("write with one synchronous observer", "≤ 5 F") {
      ["write, one synchronous observer", "write an equal value, one observer"].contains($0.name)
    },
  ]

  private static let lists = [
    Budget("change one of N rows by its handle", "≤ 2 F, flat in N", isFlat: true) {
      $0.name.hasPrefix("change one of ") && $0.name.hasSuffix("by its handle")
    },
    Budget("iterate N rows and read one property", "≤ 3.5 F a row") {
      $0.name.hasPrefix("iterate ")
    },
    Budget("build and anchor N children, per child", "≤ 15 F, flat in N", isFlat: true) {
      $0.name.hasPrefix("build and anchor ")
    },
    Budget("append, remove or move one of N, identified array", "flat in N", isFlat: true) {
      $0.name.contains("identified array") && $0.unit == .lock && !$0.name.contains("1,000 rows")
    },
    Budget("append, remove or move one of N, array", "≤ 2 ns a sibling") {
      $0.unit == .perSibling && !$0.name.contains("identified")
    },
  ]

  private static let reach = [
    Budget("event without listener, any depth", "≤ 1 F") {
      $0.name.hasPrefix("event without listener")
    },
    Budget("event, one listener d levels up", "≤ 3 F + d") {
      $0.name.hasPrefix("event, one listener")
    },
    Budget("fan-out of one write to N subscribers", "≤ 1 F each") {
      $0.name.hasPrefix("one write to ") || $0.name.contains("fan-out")
    },
    Budget("dependency read through a node", "≤ 1.5 F") { $0.name.hasPrefix("dependency read") },
  ]

  private static let work = [
    Budget("store: transaction or action to delivered state", "≤ 5 F") {
      ["Domain stores", "Update stores", "Sources"].contains($0.section) && $0.budget == 5
    },
    Budget("derived graph, per node evaluated", "≤ 2 F, evaluations exactly minimal") {
      ["Derived values", "Propagation graphs"].contains($0.section)
    },
    Budget("start a task on a model, beyond a bare task", "≤ 5 F") {
      $0.name.hasPrefix("task on a model, beyond a bare task")
    },
    Budget("bytes per leaf model with one Int", "≤ 200") {
      ["bytes per leaf with one Int", "memory: a row with one Int in a live table"].contains(
        $0.name
      )
    },
    Budget("2 threads on 2 trees, per operation", "as one thread") {
      $0.name.hasPrefix("2 threads on 2 trees")
    },
  ]
}
