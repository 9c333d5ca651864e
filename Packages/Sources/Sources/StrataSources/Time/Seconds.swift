import Foundation
import StrataConcurrency

/// Interprets the numbers of seconds that callers give.
enum Seconds {
  /// A wait of a hundred years or longer never ends; a clock could not count the longest of them.
  static let longest: TimeInterval = 100 * 365.25 * 86_400

  /// Whether a wait never ends.
  static func isNever(_ seconds: TimeInterval) -> Bool { seconds >= longest }

  /// How long to wait; `nil` for no end.
  static func duration(_ seconds: TimeInterval) -> Duration? {
    // A value that is no number fails the comparisons.
    if isNever(seconds) { return nil }
    return seconds > 0 ? .seconds(seconds) : .zero
  }

  /// Ensures that a parameter is zero or more, and reports it otherwise.
  ///
  /// - Parameters:
  ///   - seconds: The caller's value.
  ///   - name: The name of the parameter.
  ///   - standard: The replacement for a value that is no number; infinity for never.
  ///   - callSite: The line that gives the parameter.
  /// - Returns: The seconds; 0 for a negative value.
  static func checked(
    _ seconds: TimeInterval,
    _ name: String,
    standard: TimeInterval,
    at callSite: CallSite
  ) -> TimeInterval {
    if seconds >= 0 { return seconds }
    let taken = seconds.isNaN ? standard : 0
    SourceDiagnostic.unsuitableSeconds(seconds, name, taken).report(at: callSite)
    return taken
  }

  /// Ensures that an `expireAfter` is zero or more, and reports it otherwise.
  ///
  /// - Parameters:
  ///   - seconds: The caller's value; `nil` for never.
  ///   - callSite: The line that gives it.
  /// - Returns: The seconds; 0 for a negative value, infinity for a value that is no number.
  static func expiry(_ seconds: TimeInterval?, at callSite: CallSite) -> TimeInterval? {
    seconds.map { checked($0, "expireAfter", standard: .infinity, at: callSite) }
  }
}
