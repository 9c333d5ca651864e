import StrataConcurrency

/// Leads to what tests a store, without keeping it.
final class TesterReference: Sendable {
  private struct Contents: Sendable {
    weak var tester: (any AnyObject & Sendable)?
  }

  private let contents = Locked(Contents(), rank: .leaf)

  var value: (any AnyObject & Sendable)? { contents.withLock { $0.tester } }

  func set(_ tester: any AnyObject & Sendable) {
    contents.withLock { $0.tester = tester }
  }
}
