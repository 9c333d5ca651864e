import Foundation

extension DependencyValues {
  /// The date and time.
  ///
  /// Live and preview: the system's. Test: reported; always the first second of 1970.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}

private enum DateGeneratorKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
  static var testValue: DateGenerator {
    standIn(
      .constant(Date(timeIntervalSince1970: 0)),
      advice: "Override it, for example with `$0.date = .constant(…)`."
    )
  }
}
