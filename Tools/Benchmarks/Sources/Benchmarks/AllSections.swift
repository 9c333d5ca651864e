import Measuring
import TestWorkloads
import Workloads

/// All that the tool measures: the library's sections, and what tests of models cost.
///
/// The latter are apart, for they link the test libraries, which the gates do without.
enum AllSections {
  static var all: [Section] { Sections.all + [Section("Tests of models", TestRows.all)] }
}
