@_spi(Strata) import StrataConcurrency

/// The texts of what this module reports and goes on after, in one place.
struct OneStoreComplaint: Sendable, Equatable {
  let message: String

  private init(_ message: String) {
    self.message = message
  }

  /// Reports it; called without a lock.
  func report(at callSite: CallSite) {
    ReportSink.report(message, at: callSite)
  }

  /// Reports it while the caller, whose line a setter does not know, is on the stack; called without a lock.
  func report(near callSite: CallSite) {
    ReportSink.report(message, near: callSite)
  }

  static func writeAfterEnd(_ model: String) -> OneStoreComplaint {
    OneStoreComplaint(
      """
      \(model) was written, but its state is not in the store: it has been removed, or only an override has \
      it. The write is dropped. Cancel the model's work when its state goes, or look first whether it is \
      there. This is reported once for each piece of state.
      """
    )
  }

  static func duplicateID(in field: String, of state: String) -> OneStoreComplaint {
    OneStoreComplaint(
      """
      \(state).\(field) has two elements with one id. The second has no model, and views do not show it. Give \
      each element an id of its own.
      """
    )
  }
}
