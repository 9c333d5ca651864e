import Foundation

/// The environment variables of the process.
///
/// ```swift
/// @Dependency(\.processEnvironment) var environment
/// let isColored = environment["NO_COLOR"] == nil
/// ```
public struct ProcessEnvironment: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// All variables by name.
  public var variables: [String: String]

  /// Makes an environment of the given variables.
  public init(_ variables: [String: String] = [:]) {
    self.variables = variables
  }

  /// Makes an environment of the given variables; of two with one name, the later counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements) { _, later in later })
  }

  /// The variables that the process had when this was first used.
  ///
  /// A copy, because a read of the process's own variables while another thread sets one is a data race in the C
  /// library.
  public static let live = ProcessEnvironment(ProcessInfo.processInfo.environment)

  /// The value of a variable; `nil` when it is not set.
  public subscript(name: String) -> String? {
    get { variables[name] }
    set { variables[name] = newValue }
  }
}
