import StrataConcurrency

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

  static func writeAfterEnd(_ state: String) -> OneStoreComplaint {
    OneStoreComplaint(
      """
      \(state) was written by a model whose state is not in the store: it has been removed, or only an \
      override has it. The write is dropped. Cancel the model's work when its state goes, or look first \
      whether it is there. This is reported once for each piece of state.
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
