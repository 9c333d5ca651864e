/// Stands for the case paths of an enum that has none, so that the compiler can explain the fault.
@dynamicMemberLookup
public struct MissingCasePaths: Sendable {
  /// Any name.
  public subscript(dynamicMember name: String) -> MissingCasePaths { self }
}

extension ModelContainer {
  /// Explains where case paths come from.
  @available(
    *,
    unavailable,
    message: """
      There is no case path of this name: write @CasePathable at the enum beside @ModelContainer, or \
      correct the name of the case
      """
  )
  @_disfavoredOverload
  public subscript(case path: KeyPath<MissingCasePaths, MissingCasePaths>) -> MissingCasePaths? {
    nil
  }

  /// Explains where case paths come from.
  @available(
    *,
    unavailable,
    message: """
      There is no case path of this name: write @CasePathable at the enum beside @ModelContainer, or \
      correct the name of the case
      """
  )
  @_disfavoredOverload
  public func `is`(_ path: KeyPath<MissingCasePaths, MissingCasePaths>) -> Bool { false }
}
