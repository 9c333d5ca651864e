import Measuring

/// Propagation through graphs of computed values, in the shapes by which reactive libraries are compared.
enum GraphRows {
  static var all: [Workload] {
    KairoRows.all + PropagationRows.all + CellxRows.all + DynamicGraphRows.all
  }
}
