/// A diagnostic about how the library is used: what happened, where, and what to do.
public struct Report: Sendable, Hashable, CustomStringConvertible {
  /// The event and its remedy, in whole sentences.
  public let message: String
  /// The line of the caller.
  public let callSite: CallSite
  /// Whether the call site is only the nearest one that is known.
  ///
  /// Properties and dynamic members take no `#line`: a setter has no parameters but its value, and
  /// `subscript(dynamicMember:)` has exactly one. While such a report is handled, the caller is on the stack.
  @_spi(Strata) public let isNear: Bool
  /// The message without the contents of the program's values, for a place where it is kept.
  ///
  /// A recording knows which values are private, and no longer finds them in a text.
  @_spi(Strata) public let messageWithoutValues: String
  /// What line the call site is, in a sentence, if it is far from the caller's.
  @_spi(Strata) public let callSiteNote: String?

  /// Makes a report.
  public init(_ message: String, at callSite: CallSite) {
    self.init(message, at: callSite, isNear: false)
  }

  init(
    _ message: String,
    withoutValues messageWithoutValues: String? = nil,
    at callSite: CallSite,
    isNear: Bool,
    callSiteNote: String? = nil
  ) {
    self.callSiteNote = callSiteNote
    self.message = message
    self.messageWithoutValues = messageWithoutValues ?? message
    self.callSite = callSite
    self.isNear = isNear
  }

  /// Whether two reports say the same at the same line.
  public static func == (a: Report, b: Report) -> Bool {
    a.message == b.message && a.callSite == b.callSite
  }

  /// Feeds the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(callSite)
  }

  /// `App/Counter.swift:42: message`.
  ///
  /// A sentence follows if the line is not one near the mistake.
  public var description: String {
    "\(callSite): \(message)\(callSiteNote.map { " " + $0 } ?? "")"
  }
}
