import StrataConcurrency

/// The last value that was there.
final class LastValue<Value: Sendable>: Sendable {
  private let value: Locked<Value>

  init(_ first: Value) {
    value = Locked(first, rank: .leaf)
  }

  /// The new value if there is one, else the last.
  func renewed(by new: Value?) -> Value {
    guard let new else { return value.withLock { $0 } }
    let former = value.withLock { value in
      defer { value = new }
      return value
    }
    return withExtendedLifetime(former) { new }
  }
}
