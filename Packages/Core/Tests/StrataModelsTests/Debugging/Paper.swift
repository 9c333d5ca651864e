import StrataModels

/// Writes to a log, whole texts at a time.
struct Paper: TextOutputStream, Sendable {
  let log: Log
  func write(_ text: String) { log.add(text) }
}
