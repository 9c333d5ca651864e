import StrataConcurrency
import Synchronization

/// The source that an operator follows.
///
/// It is followed from the time when the operator's own model is first needed. Models that it publishes until the
/// operator has its first model wait.
@safe
final class Upstream<Input> {
  // SAFETY: retained by `init` and released by `deinit`, which may put it off.
  private let base: Unmanaged<SourceBase<Input>>
  private let pending = Locked<SourceSubscription<Input>?>(nil, rank: .leaf)
  private let following = Locked<SourceSubscription<Input>?>(nil, rank: .leaf)

  init(_ source: Source<Input>) { unsafe base = unsafe Unmanaged.passRetained(source.base) }

  deinit {
    let base = unsafe base
    // SAFETY: balances `init`.
    DeepChain.release { unsafe base.release() }
  }

  var source: Source<Input> { unsafe Source(base: base.takeUnretainedValue()) }

  /// Begins to follow.
  ///
  /// - Parameters:
  ///   - owner: The operator; it is not retained.
  ///   - order: Calls `receive`, one call at a time, or the publishing thread if there is none.
  ///   - receive: Called with each model after the first.
  /// - Returns: The current model.
  func begin<Owner: ChainedSource>(
    _ owner: Owner,
    on order: SourceOrder? = nil,
    _ receive: @escaping (Owner, Input) -> Void
  ) -> Input {
    let base = source.base
    base.prepareModel()
    let depth = base.depth + 1
    owner.depth = max(owner.depth, depth)
    let line = depth.isMultiple(of: DeepChain.length) ? WaitingLine() : nil
    owner.noteFollowing(base.context)
    let (subscription, first) = base.link(owner) { (owner: Owner, input) in
      let receive = {
        guard let order else { return receive(owner, input) }
        order.run { receive(owner, input) }
      }
      guard let line else { return receive() }
      line.append(receive)
      DeepChain.deliver(line, at: depth)
    }
    pending.withLock { $0 = subscription }
    following.withLock { $0 = subscription }
    return first
  }

  /// Begins to follow, with the version of each model.
  ///
  /// - Parameters:
  ///   - owner: The operator; it is not retained.
  ///   - order: Calls `receive`, one call at a time.
  ///   - receive: Called with each model after the first, and with its version or a later one.
  /// - Returns: The current model.
  func begin<Owner: ChainedSource>(
    _ owner: Owner,
    on order: SourceOrder,
    _ receive: @escaping (Owner, Input, UInt64) -> Void
  ) -> Input {
    let notified = NotifiedSubscription<Input>()
    let first = begin(owner) { (owner: Owner, input: Input) in
      let version = notified.version
      order.run { receive(owner, input, version) }
    }
    notified.follow(following.withLock { $0 })
    return first
  }

  /// Lets the owner receive the models that have come meanwhile, and those that follow.
  func start() {
    let subscription = pending.withLock { pending in
      defer { pending = nil }
      return pending
    }
    if let subscription { source.base.start(subscription) }
  }

  /// Ends only the subscription of ``begin(_:on:_:)``: the owner may follow the same source in another way as well.
  func stop() {
    let subscription = following.withLock { following in
      defer { following = nil }
      return following
    }
    if let subscription { source.base.subscriptions.end(subscription) }
  }
}

// SAFETY: a constant and a lock; as Sendable as the operator that has it.
extension Upstream: @unchecked Sendable {}

/// Leads to a subscription, of which the closure that it calls is a part.
private final class NotifiedSubscription<Input>: Sendable {
  private struct State: Sendable {
    weak var subscription: SourceSubscription<Input>?
  }

  private let state = Locked(State(), rank: .leaf)

  func follow(_ subscription: SourceSubscription<Input>?) {
    state.withLock { $0.subscription = subscription }
  }

  /// The version of the model that the subscription has received last.
  var version: UInt64 {
    state.withLock { $0.subscription }?.version.load(ordering: .relaxed) ?? 0
  }
}
