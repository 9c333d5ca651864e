extension TestDependencyKey {
  /// Marks a test value as one that only stands in: a test reports it, once for each line that uses it.
  ///
  /// This is for dependencies where any constant would hide that a test forgot to choose a value. Only for use in a
  /// key's own `testValue`:
  ///
  /// ```swift
  /// static var testValue: DateGenerator {
  ///   standIn(.constant(.distantPast), advice: "Override it with `$0.date = .constant(…)`.")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value that the test gets after the report; harmless, so that the test can go on.
  ///   - advice: A sentence that says how to override the dependency; it ends the report.
  /// - Returns: `value`.
  public static func standIn(_ value: Value, advice: String) -> Value {
    StandIns.note(.standIn(advice: advice), for: Self.self)
    return value
  }
}
