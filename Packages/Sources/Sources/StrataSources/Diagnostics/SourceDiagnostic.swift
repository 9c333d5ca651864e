@_spi(Strata) import StrataConcurrency

/// The text of a diagnostic of the sources.
struct SourceDiagnostic: Sendable, Equatable {
  let message: String
  /// The same without the contents of the program's values.
  private let messageWithoutValues: String

  init(_ message: String, withoutValues messageWithoutValues: String? = nil) {
    self.message = message
    self.messageWithoutValues = messageWithoutValues ?? message
  }

  /// Reports it; called without a lock.
  func report(at callSite: CallSite = .thisLine()) {
    ReportSink.report(message, withoutValues: messageWithoutValues, at: callSite)
  }

  static func unsuitableSeconds(
    _ seconds: Double,
    _ name: String,
    _ taken: Double
  ) -> SourceDiagnostic {
    SourceDiagnostic(
      """
      \(name) is \(seconds.isNaN ? "not a number" : "\(seconds) seconds"). \
      It is taken as \(taken.isFinite ? "\(taken) seconds" : "never"). Give 0 or more seconds.
      """
    )
  }

  static func methodOfAnother(_ subscriber: Any.Type, _ owner: Any.Type) -> SourceDiagnostic {
    SourceDiagnostic(
      """
      \(subscriber) subscribes with a method of \(owner), which it is not. Nothing is called. Name \
      a method of the subscriber's own class.
      """
    )
  }
}
