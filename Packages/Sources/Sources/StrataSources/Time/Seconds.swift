import Foundation
import StrataConcurrency

/// What numbers of seconds stand for that callers give.
enum Seconds {
  /// A wait of a hundred years or longer never ends; a clock could not count the longest of them.
  static let longest: TimeInterval = 100 * 365.25 * 86_400

  /// Whether a wait never ends.
  static func isNever(_ seconds: TimeInterval) -> Bool { seconds >= longest }

  /// How long to wait; `nil` for ever.
  static func duration(_ seconds: TimeInterval) -> Duration? {
    // What is no number fails the comparisons.
    if isNever(seconds) { return nil }
    return seconds > 0 ? .seconds(seconds) : .zero
  }

  /// Sees to it that a parameter is zero or more, and reports it otherwise.
  ///
  /// - Parameters:
  ///   - seconds: What the caller has given.
  ///   - name: The name of the parameter.
  ///   - standard: What is taken for what is no number; infinity for never.
  ///   - callSite: Where the parameter is given.
  /// - Returns: The seconds; 0 for what is negative.
  static func checked(
    _ seconds: TimeInterval,
    _ name: String,
    standard: TimeInterval,
    at callSite: CallSite
  ) -> TimeInterval {
    if seconds >= 0 { return seconds }
    let taken = seconds.isNaN ? standard : 0
    SourceComplaint.unsuitableSeconds(seconds, name, taken).report(at: callSite)
    return taken
  }

  /// Sees to it that an `expireAfter` is zero or more, and reports it otherwise.
  ///
  /// - Parameters:
  ///   - seconds: What the caller has given; `nil` for never.
  ///   - callSite: Where it is given.
  /// - Returns: The seconds; 0 for what is negative, infinity for what is no number.
  static func expiry(_ seconds: TimeInterval?, at callSite: CallSite) -> TimeInterval? {
    seconds.map { checked($0, "expireAfter", standard: .infinity, at: callSite) }
  }
}
