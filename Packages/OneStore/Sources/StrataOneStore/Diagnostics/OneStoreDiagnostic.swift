@_spi(Strata) import StrataConcurrency

/// The texts of what this module reports and goes on after, in one place.
struct OneStoreDiagnostic: Sendable, Equatable {
  let message: String

  private init(_ message: String) {
    self.message = message
  }

  /// Reports it; called without a lock.
  func report(at callSite: CallSite) {
    ReportSink.report(message, at: callSite)
  }

  /// Reports it while the caller, whose line a setter does not know, is on the stack; called without a lock.
  ///
  /// - Parameters:
  ///   - callSite: The line that led to the call, if it is known.
  ///   - store: The line that made the store, for a report that has no other.
  // Not inlined: Swift 6.3.1 crashes when it optimises that.
  @inline(never)
  func report(near callSite: CallSite?, in store: CallSite) {
    guard let callSite else {
      return ReportSink.report(message, near: store, note: Self.storeNote)
    }
    ReportSink.report(message, near: callSite)
  }

  private static let storeNote = """
    The line is that of the store, because a setter does not know its caller. A test names the line that writes, \
    and a recording the line of a task or of withCause around it.
    """

  static func writeAfterEnd(_ model: String) -> OneStoreDiagnostic {
    OneStoreDiagnostic(
      """
      \(model) was written, but its state is not in the store: it has been removed, or only an override has \
      it. The write is dropped. Cancel the model's work when its state goes, or look first whether it is \
      there. This is reported once for each piece of state.
      """
    )
  }

  static func duplicateID(in field: String, of state: String) -> OneStoreDiagnostic {
    OneStoreDiagnostic(
      """
      \(state).\(field) has two elements with one id. The second has no model, and views do not show it. Give \
      each element an id of its own.
      """
    )
  }
}
