import Measuring
import TestWorkloads
import Workloads

/// All sections of the tool: the library's, and the cost of tests of models.
///
/// The latter are separate, because they link the test libraries, which the gates do not need.
enum AllSections {
  static var all: [Section] { Sections.all + [Section("Tests of models", TestRows.all)] }

  /// The workloads whose name or heading contains one of the filters; without filters all.
  static func matching(_ filters: [String]) -> [Section] {
    all.compactMap { section in
      let workloads = section.workloads.filter { workload in
        filters.isEmpty
          || filters.contains { workload.name.contains($0) || section.title.contains($0) }
      }
      return workloads.isEmpty ? nil : Section(section.title, workloads)
    }
  }
}
