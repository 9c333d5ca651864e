// `@Model` does not see a conformance that is declared outside the struct. Without these witnesses the compiler
// tries to make its own, and names a stored property that the macro has added. They exist for all models: with
// main-actor default isolation, an extension that asks for the conformance makes Swift 6.3 report a circular
// reference.

extension Model {
  /// Explains where `Equatable` is declared.
  @available(
    *,
    unavailable,
    message: """
      @Model writes '==' only where Equatable stands at the struct itself, as in \
      '@Model struct Name: Equatable'. Declare it there, or write '==' by hand
      """
  )
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.isSameModel(as: rhs) }
}

extension Model {
  /// Explains where `Hashable` is declared.
  @available(
    *,
    unavailable,
    message: """
      @Model writes 'hash(into:)' only where Hashable stands at the struct itself, as in \
      '@Model struct Name: Hashable'. Declare it there, or write it by hand
      """
  )
  public func hash(into hasher: inout Hasher) { hasher.combine(modelID) }
}
