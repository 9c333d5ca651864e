public import Foundation

/// Gives the date and time.
///
/// ```swift
/// @Dependency(\.date) var date
/// let started = date()        // or date.now
/// ```
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Makes a generator that asks a closure each time, on the thread that wants the date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// A generator that always gives the same date.
  public static func constant(_ date: Date) -> DateGenerator {
    DateGenerator { date }
  }

  /// The date and time; assigned, the date that the generator gives from then on.
  ///
  /// ```swift
  /// withDependencies { $0.date.now = Date(timeIntervalSince1970: 60) } operation: { … }
  /// ```
  ///
  /// Assigning does not read the date: a test may do it before it overrides `date` otherwise.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The date and time.
  public func callAsFunction() -> Date { generate() }
}
