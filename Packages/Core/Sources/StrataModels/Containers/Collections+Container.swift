public import StrataCore

extension Optional: ModelContainer where Wrapped: ModelContainer {
  /// Shows the wrapped container.
  public mutating func visitModels(_ visitor: inout some ModelVisitor) {
    guard var wrapped = self else { return }
    if visitor.visit(&wrapped) { self = wrapped }
  }
}

extension Array: ModelContainer where Element: ModelContainer & Identifiable {
  /// Shows each element.
  public mutating func visitModels(_ visitor: inout some ModelVisitor) {
    for index in indices {
      var element = self[index]
      if visitor.visit(&element) { self[index] = element }
    }
  }
}
