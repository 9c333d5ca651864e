public import Foundation

extension DependencyValues {
  /// The calendar that dates are computed in.
  ///
  /// Live and preview: the user's, and it follows when that changes. Test: Gregorian, in Greenwich
  /// and in the neutral locale, so that a test gives the same on every machine.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The language and conventions that text is formatted with.
  ///
  /// Live and preview: the user's, and it follows when that changes. Test: the neutral
  /// `en_US_POSIX`.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The time zone that dates are shown in.
  ///
  /// Live and preview: the user's, and it follows when that changes. Test: Greenwich.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}

private enum CalendarKey: DependencyKey {
  static let liveValue = Calendar.autoupdatingCurrent
  static var testValue: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = LocaleKey.testValue
    calendar.timeZone = TimeZoneKey.testValue
    return calendar
  }
}

private enum LocaleKey: DependencyKey {
  static let liveValue = Locale.autoupdatingCurrent
  static let testValue = Locale(identifier: "en_US_POSIX")
}

private enum TimeZoneKey: DependencyKey {
  static let liveValue = TimeZone.autoupdatingCurrent
  static let testValue = TimeZone.gmt
}
