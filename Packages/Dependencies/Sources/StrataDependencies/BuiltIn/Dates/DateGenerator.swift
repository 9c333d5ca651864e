public import Foundation

/// Says what the date and time is.
///
/// ```swift
/// @Dependency(\.date) var date
/// let started = date()        // or date.now
/// ```
public struct DateGenerator: Sendable {
  private let generate: @Sendable () -> Date

  /// Makes a generator that asks a closure each time, on the thread that wants the date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// A generator that always gives the same date.
  public static func constant(_ date: Date) -> DateGenerator {
    DateGenerator { date }
  }

  /// The date and time.
  public var now: Date { generate() }

  /// The date and time.
  public func callAsFunction() -> Date { generate() }
}
