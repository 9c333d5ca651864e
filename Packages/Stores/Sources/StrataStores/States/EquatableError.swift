import Foundation

/// Wraps any error, so that a state that contains one can be compared.
///
/// Two are equal if the errors have the same type, domain, code and description. Nothing else can be known of two
/// errors in general. Two different errors with the same description compare equal.
public struct EquatableError: Error, Equatable, CustomStringConvertible {
  /// The wrapped error.
  public let error: any Error

  /// Wraps an error.
  ///
  /// A wrapped error is unwrapped first, so wrapping twice changes nothing.
  public init(_ error: any Error) {
    self.error = (error as? EquatableError)?.error ?? error
  }

  /// The description of the wrapped error.
  public var description: String { String(describing: error) }

  /// The wrapped error's message for the program's user.
  public var localizedDescription: String { error.localizedDescription }

  /// Whether two errors agree in type, domain, code and description.
  public static func == (a: EquatableError, b: EquatableError) -> Bool {
    guard type(of: a.error) == type(of: b.error) else { return false }
    let (first, second) = (a.error as NSError, b.error as NSError)
    return first.domain == second.domain && first.code == second.code
      && String(describing: a.error) == String(describing: b.error)
      && first.localizedDescription == second.localizedDescription
  }
}
