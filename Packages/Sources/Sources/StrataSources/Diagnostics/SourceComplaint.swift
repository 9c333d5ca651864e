import StrataConcurrency

/// The texts of everything the sources complain about, in one place.
struct SourceComplaint: Sendable, Equatable {
  let message: String

  private init(_ message: String) { self.message = message }

  /// Reports it; called without a lock.
  func report(at callSite: CallSite = .thisLine()) { ReportSink.report(message, at: callSite) }

  static func notKept(_ error: PersistenceError) -> SourceComplaint {
    SourceComplaint("A change of a kept value was not kept. \(error.message)")
  }

  static func noFile(_ error: PersistenceError) -> SourceComplaint {
    SourceComplaint(error.message)
  }

  static func unsuitableSeconds(
    _ seconds: Double,
    _ name: String,
    _ taken: Double
  ) -> SourceComplaint {
    SourceComplaint(
      """
      \(name) is \(seconds.isNaN ? "not a number" : "\(seconds) seconds"). \
      It is taken as \(taken.isFinite ? "\(taken) seconds" : "never"). Give 0 or more seconds.
      """
    )
  }

  static func sharedFile(_ path: String, _ first: Any.Type, _ second: Any.Type) -> SourceComplaint {
    SourceComplaint(
      """
      \(path) is kept as \(first) by one source and as \(second) by another. They do not see one \
      another's changes, and the last one that writes wins. Use one type for a file.
      """
    )
  }

  static func foreignMethod(_ subscriber: Any.Type, _ owner: Any.Type) -> SourceComplaint {
    SourceComplaint(
      """
      \(subscriber) subscribes with a method of \(owner), which it is not. Nothing is called. Name \
      a method of the subscriber's own class.
      """
    )
  }
}
