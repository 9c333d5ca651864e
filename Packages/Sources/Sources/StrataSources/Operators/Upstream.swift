import StrataConcurrency

/// The source that an operator follows.
///
/// It is followed from the moment when the operator's own model is first needed. What it publishes
/// until the operator has its first model waits.
final class Upstream<Input> {
  let source: Source<Input>
  private let pending = Locked<SourceSubscription<Input>?>(nil, rank: .leaf)

  init(_ source: Source<Input>) { self.source = source }

  /// Begins to follow.
  ///
  /// - Parameters:
  ///   - owner: The operator; it is not kept alive.
  ///   - order: Calls `receive`, one call at a time, or the publishing thread if there is none.
  ///   - receive: Called with each model after the first.
  /// - Returns: The current model.
  func begin<Owner: AnyObject>(
    _ owner: Owner,
    on order: SourceOrder? = nil,
    _ receive: @escaping (Owner, Input) -> Void
  ) -> Input {
    let (subscription, first) = source.base.link(owner) { (owner: Owner, input) in
      guard let order else { return receive(owner, input) }
      order.run { receive(owner, input) }
    }
    pending.withLock { $0 = subscription }
    return first
  }

  /// Lets what has come meanwhile, and what follows, be received.
  func start() {
    let subscription = pending.withLock { pending in
      defer { pending = nil }
      return pending
    }
    subscription?.start()
  }
}

// SAFETY: a constant and a lock; as Sendable as the operator that has it.
extension Upstream: @unchecked Sendable {}
