import StrataConcurrency
import StrataSources

// SAFETY: adds constants, and two values behind locks.
/// A source that has the value of another object, which notifies it of changes one at a time.
final class FollowingSource<Value: Equatable & Sendable>: SourceOf<Value>, @unchecked Sendable {
  private let read: @Sendable () -> Value
  private let follow: @Sendable (@escaping @Sendable (Value) -> Void) -> any Cancellable
  /// The token that ends the calls of ``take(_:)``.
  private let token = Locked<(any Cancellable)?>(nil, rank: .leaf)
  /// The last delivered value, so that an equal value is no update.
  private let last = Locked<Value?>(nil, rank: .leaf)

  /// Makes a source that follows from the first need for its model.
  ///
  /// - Parameters:
  ///   - read: Gives the value now.
  ///   - follow: Begins to call a closure with each value, one call at a time and in order; the first may be the
  ///     present value. Returns the token that ends the calls.
  init(
    read: @escaping @Sendable () -> Value,
    follow: @escaping @Sendable (@escaping @Sendable (Value) -> Void) -> any Cancellable
  ) {
    self.read = read
    self.follow = follow
    super.init()
  }

  deinit { token.withLock { $0.take() }?.cancel() }

  var initialModel: Value {
    // The value is read before the first call can come, so every change in between is delivered.
    let first = read()
    last.withLock { $0 = first }
    let token = follow { [weak self] in self?.take($0) }
    self.token.withLock { $0 = token }
    return first
  }

  private func take(_ value: Value) {
    let former = last.withLock { last in
      defer { last = value }
      return last
    }
    // The values are compared here, because equality is the program's code.
    if former != value { model = value }
  }
}
