import ArgumentParser
import Measuring

/// Names the workloads.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Names all workloads and their budgets."
  )

  func run() {
    for section in AllSections.all {
      print("\n\(section.title)")
      for workload in section.workloads {
        let budget = workload.budget.map { "\(Table.text($0)) \(workload.unit.rawValue)" } ?? ""
        print(Table.pad("  \(workload.name)", 62) + budget)
      }
    }
  }
}
