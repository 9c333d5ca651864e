public import StrataConcurrency

extension TestSession {
  /// The source text for a tester in the lines that its failures suggest.
  ///
  /// - Parameters:
  ///   - makers: The beginnings of calls that make it, such as `TestStore(`.
  ///   - callSite: The line of the call.
  ///   - kind: The word in the placeholder, such as `store`.
  /// - Returns: The variable that the test's source declares there; else a placeholder.
  public static func expression(
    madeBy makers: [String],
    at callSite: CallSite,
    orElse kind: String
  ) -> String {
    VariableName.declared(by: makers, at: callSite) ?? "<#\(kind)#>"
  }

  /// The variable that a line of a test declares with a property wrapper.
  ///
  /// - Parameters:
  ///   - attribute: The wrapper, such as `@TestModel`.
  ///   - callSite: The line.
  /// - Returns: `nil` if the source is missing, or the line declares none.
  package static func variable(declaredWith attribute: String, at callSite: CallSite) -> String? {
    VariableName.declared(with: attribute, at: callSite)
  }
}
