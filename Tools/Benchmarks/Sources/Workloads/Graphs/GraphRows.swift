import Measuring

/// Propagation through graphs of computed values, in the shapes of the comparisons of reactive libraries.
enum GraphRows {
  static var all: [Workload] {
    KairoRows.all + PropagationRows.all + CellxRows.all + DynamicGraphRows.all
  }
}
