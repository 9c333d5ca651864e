/// The mistake in the use of a default value, and the sentences that describe it.
@usableFromInline
enum Diagnostic: Sendable, Hashable {
  /// A test uses the live value of a key that declares no test value.
  case liveValue
  /// A test uses a test value that only stands in.
  case standIn(advice: String)
  /// A program uses a key that has a test value only.
  case noLiveValue

  /// The sentences about a key.
  ///
  /// - Parameters:
  ///   - key: The name of the key.
  ///   - remedy: How the caller's dialect overrides a dependency, to follow "Override it".
  /// - Returns: What is wrong, and what to do.
  func text(key: String, remedy: String?) -> String {
    switch self {
    case .liveValue:
      "The live value of \(key) is used in a test: \(key) declares no testValue and nothing "
        + "overrides it. Override it "
        + (remedy ?? "with withDependencies, for models where the tree is anchored")
        + ", or declare its testValue."
    case .standIn(let advice):
      "\(key) is used in a test that does not override it, and its test value only stands in. "
        + advice
    case .noLiveValue:
      "\(key) has no live value, so its test value is used. Make it a DependencyKey in a module "
        + "that the program links, or override it."
    }
  }

  static func defaultAsksForItself(_ keys: [String]) -> String {
    "The default value of \(keys.first ?? "") asks for itself: \(keys.joined(separator: " -> "))."
  }

  static func unknownContext(_ name: String, variable: String) -> String {
    "\(variable) is \"\(name)\", which is no dependency context. Use live, preview or test."
  }
}
