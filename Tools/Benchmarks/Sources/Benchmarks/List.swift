import ArgumentParser
import Measuring
import Workloads

/// Names the workloads.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Names all workloads and their budgets."
  )

  func run() {
    for section in Sections.all {
      print("\n\(section.title)")
      for workload in section.workloads {
        let budget = workload.budget.map { "\(Table.text($0)) \(workload.unit.rawValue)" } ?? ""
        print(Table.pad("  \(workload.name)", 62) + budget)
      }
    }
  }
}
