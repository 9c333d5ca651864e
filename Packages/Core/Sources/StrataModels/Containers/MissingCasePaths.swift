/// Stands for the case paths of an enum that has none, so that the compiler can explain the fault.
@dynamicMemberLookup
public struct MissingCasePaths: Sendable {
  /// Any name.
  public subscript(dynamicMember name: String) -> MissingCasePaths { self }
}

/// Stands for the payload of a case without a case path, whatever is done with it.
///
/// Without it the compiler complains about a property of the payload, and not about the path. No program can make one.
@dynamicMemberLookup
@dynamicCallable
public struct MissingCasePayload: Sendable {
  private init() {}

  /// Any property or method.
  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> MissingCasePayload { self }

  /// Any property, of the type that the code expects.
  public subscript<Value>(dynamicMember name: String) -> Value {
    get { preconditionFailure("MissingCasePayload: there is no value") }
    nonmutating set {}
  }

  /// Any call.
  @discardableResult
  public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any>
  ) -> MissingCasePayload { self }
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
  public subscript(case path: KeyPath<MissingCasePaths, MissingCasePaths>) -> MissingCasePayload? {
    get { nil }
    nonmutating set {}
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
  public func modify<Result>(
    _ path: KeyPath<MissingCasePaths, MissingCasePaths>,
    _ body: (inout MissingCasePayload) throws -> Result
  ) rethrows -> Result? { nil }
}
