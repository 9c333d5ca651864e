extension ReportSink {
  /// A handler with the repeatable reports that it has received.
  final class Receiver: Sendable {
    let handler: Handler
    private let receivesRepeats: Bool
    private let received = Locked<Set<Report>>([], rank: .leaf)

    init(receivesRepeats: Bool, _ handler: @escaping Handler) {
      self.receivesRepeats = receivesRepeats
      self.handler = handler
    }

    /// Whether the handler is to receive a report that may be a repeated one.
    ///
    /// The set has at most one element for each line of the program that asks, and message.
    func isFirst(_ report: Report) -> Bool {
      receivesRepeats || received.withLock { $0.insert(report).inserted }
    }
  }
}
