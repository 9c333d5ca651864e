import StrataConcurrency

/// One condition of an assertion, evaluated.
///
/// Expressions of an assertion become predicates by themselves; functions such as
/// ``TestProbe/wasCalled(with:fileID:filePath:line:column:)`` return them.
public struct TestPredicate {
  /// Whether it is true.
  public let isMet: Bool
  /// Why it is not, in whole sentences.
  let explain: () -> String
  /// The line of the predicate, once that is known.
  var callSite: CallSite?
  /// Its reads.
  var reads: ArraySlice<StateRead> = []

  /// Makes a predicate.
  ///
  /// - Parameters:
  ///   - isMet: Whether it is true.
  ///   - explanation: Explains the failure, in whole sentences; called only when the assertion fails.
  public init(_ isMet: Bool, explanation: @escaping () -> String) {
    self.isMet = isMet
    explain = explanation
  }

  /// Makes a predicate that is true when two values are equal, and says how they differ.
  public static func equality<Value: Equatable>(_ left: Value, _ right: Value) -> TestPredicate {
    TestPredicate(left == right) { FailureText.unequal(left, right) }
  }

  /// Makes a predicate of a plain expression; `nil` counts as false.
  static func expression(_ isTrue: Bool?) -> TestPredicate {
    TestPredicate(isTrue ?? false) {
      isTrue == nil ? FailureText.nilExpression : FailureText.falseExpression
    }
  }
}

@available(*, unavailable)
extension TestPredicate: Sendable {}
