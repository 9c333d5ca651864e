import StrataConcurrency

/// The events of a test, in order.
package final class Notes: Sendable {
  private let lines = Locked<[String]>([], rank: .leaf)

  package init() {}

  package var all: [String] { lines.withLock { $0 } }

  package func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// The lines since the last call.
  package func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// The reports that are made while a closure runs.
package func reports(during body: () throws -> Void) rethrows -> [String] {
  let notes = Notes()
  try ReportSink.withHandler({ notes.add($0.message) }, operation: body)
  return notes.all
}
