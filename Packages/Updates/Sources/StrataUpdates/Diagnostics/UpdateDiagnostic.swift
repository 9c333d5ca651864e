@_spi(Strata) import StrataConcurrency

/// The texts of all diagnostics of this module's stores.
struct UpdateDiagnostic: Sendable, Equatable {
  let message: String

  private init(_ message: String) {
    self.message = message
  }

  /// Reports it, and for a place where it is kept one without the contents of values; called without a lock.
  func report(at callSite: CallSite, withoutValues other: UpdateDiagnostic) {
    ReportSink.report(message, withoutValues: other.message, at: callSite)
  }

  static func endlessActions(_ action: String, _ store: String, limit: Int) -> UpdateDiagnostic {
    UpdateDiagnostic(
      """
      \(store): \(limit) actions in a row were each sent by a subscriber that was told of the one \
      before, so this would never end. \(action) is not handled. Send from a subscriber only if the \
      state calls for it, or return an effect instead.
      """
    )
  }
}
