import StrataConcurrency
import StrataSources

// SAFETY: adds constants, and two values behind locks.
/// A source that has the value of something else, which tells it of changes one at a time.
final class FollowingSource<Value: Equatable & Sendable>: SourceOf<Value>, @unchecked Sendable {
  private let read: @Sendable () -> Value
  private let follow: @Sendable (@escaping @Sendable (Value) -> Void) -> any Cancellable
  /// What ends the calls of ``take(_:)``.
  private let token = Locked<(any Cancellable)?>(nil, rank: .leaf)
  /// What was told last, so that an equal value is no update.
  private let last = Locked<Value?>(nil, rank: .leaf)

  /// Makes a source that follows from the moment when its model is first needed.
  ///
  /// - Parameters:
  ///   - read: Gives the value now.
  ///   - follow: Begins to call a closure with each value, one call at a time and in order; the first
  ///     may be the value of now. Gives what ends the calls.
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
    // Read before the first call can come: whatever changes in between is told.
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
    // Compared here, since equality is the program's code.
    if former != value { model = value }
  }
}
