public import Foundation
@_spi(Strata) import StrataConcurrency

/// The reason why a stored value could not be read or a value not be stored.
public struct PersistenceError: Error, LocalizedError, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable, Hashable {
    /// The stored data cannot be read: they are damaged, or something else.
    case damaged
    /// The system did not give or take the data.
    case inaccessible
    /// The value cannot be written in the descriptor's format.
    case unencodable
  }

  /// The kind of failure.
  public let code: Code
  /// The location of the stored value.
  public let place: String
  /// The event and its remedy, in whole sentences.
  public let message: String
  /// The error of the system or the decoder.
  public let cause: (any Error)?

  /// The message without the contents of values, such as an encoder's error has them.
  var messageWithoutValues: String {
    guard let cause else { return message }
    let name = ReportedValue.name(of: cause)
    return switch code {
    case .damaged: Self.damaged(place, name)
    case .unencodable: Self.unencodable(place, name)
    case .inaccessible: message
    }
  }

  /// The message.
  public var description: String { message }

  /// The message.
  public var errorDescription: String? { message }

  static func damaged(_ place: String, _ cause: any Error) -> PersistenceError {
    PersistenceError(
      code: .damaged,
      place: place,
      message: damaged(place, "\(cause)"),
      cause: cause
    )
  }

  private static func damaged(_ place: String, _ cause: String) -> String {
    """
    What is kept in \(place) cannot be read (\(cause)). It is left as it is; before a new value \
    takes its place it is moved aside, to the same name with “.damaged”.
    """
  }

  static func noFileURL(_ url: URL) -> PersistenceError {
    PersistenceError(
      code: .inaccessible,
      place: url.absoluteString,
      message: """
        \(url.absoluteString) is no file URL. Nothing is read from it or written to it. Give a file \
        URL, as URL(fileURLWithPath:) makes one.
        """,
      cause: nil
    )
  }

  static func unreadable(_ place: String, _ cause: any Error) -> PersistenceError {
    inaccessible(place, "read", cause)
  }

  static func unwritable(_ place: String, _ cause: any Error) -> PersistenceError {
    inaccessible(place, "written", cause)
  }

  private static func inaccessible(
    _ place: String,
    _ participle: String,
    _ cause: any Error
  ) -> PersistenceError {
    let rejection = SystemRejection(cause)
    return PersistenceError(
      code: .inaccessible,
      place: place,
      message: "\(place) cannot be \(participle): \(rejection.words). \(rejection.remedy)",
      cause: cause
    )
  }

  static func unencodable(_ place: String, _ cause: any Error) -> PersistenceError {
    PersistenceError(
      code: .unencodable,
      place: place,
      message: unencodable(place, "\(cause)"),
      cause: cause
    )
  }

  private static func unencodable(_ place: String, _ cause: String) -> String {
    "The value for \(place) cannot be written (\(cause)). What was there stays."
  }
}
