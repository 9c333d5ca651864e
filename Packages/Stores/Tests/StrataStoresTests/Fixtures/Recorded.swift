import StrataConcurrency

/// A list that any thread may append to.
final class Recorded<Element: Sendable>: Sendable {
  private let storage = Locked<[Element]>([], rank: .leaf)

  var elements: [Element] { storage.withLock { $0 } }
  var count: Int { storage.withLock { $0.count } }

  func append(_ element: Element) {
    storage.withLock { $0.append(element) }
  }

  func removeAll() {
    storage.withLock { $0 = [] }
  }

  /// Takes the elements out.
  func take() -> [Element] {
    storage.withLock { elements in
      defer { elements = [] }
      return elements
    }
  }
}

/// Runs an operation and gives the messages of the reports it causes.
func reports(_ operation: () throws -> Void) rethrows -> [String] {
  let messages = Recorded<String>()
  try ReportSink.withHandler({ messages.append($0.message) }, operation: operation)
  return messages.elements
}
