import StrataConcurrency

/// Makes the predicates of an assertion from its lines.
@resultBuilder
public enum PredicateBuilder: Sendable {
  /// A line that is a predicate.
  public static func buildExpression(
    _ predicate: TestPredicate,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> [TestPredicate] {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return [AssertionFrame.place(predicate, at: place)]
  }

  // The parameter is an optional, because that ranks this overload below the other one for `==` of integers.
  // Otherwise the compiler would prefer the operator that does not show the two sides.
  /// A line that is true or false; `nil` counts as false.
  @_disfavoredOverload
  public static func buildExpression(
    _ isTrue: Bool?,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> [TestPredicate] {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return [AssertionFrame.place(.expression(isTrue), at: place)]
  }

  /// All lines.
  public static func buildBlock(_ parts: [TestPredicate]...) -> [TestPredicate] {
    parts.flatMap { $0 }
  }

  /// Lines behind `if`.
  public static func buildOptional(_ part: [TestPredicate]?) -> [TestPredicate] { part ?? [] }

  /// Lines behind `if`, where there is an `else`.
  public static func buildEither(first part: [TestPredicate]) -> [TestPredicate] { part }

  /// Lines behind `else`.
  public static func buildEither(second part: [TestPredicate]) -> [TestPredicate] { part }

  /// Lines in a `for`.
  public static func buildArray(_ parts: [[TestPredicate]]) -> [TestPredicate] {
    parts.flatMap { $0 }
  }
}
