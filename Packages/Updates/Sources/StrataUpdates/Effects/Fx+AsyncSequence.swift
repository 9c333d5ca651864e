public import StrataConcurrency

extension Fx: AsyncSequence {
  /// The actions of effects.
  public typealias Element = Action
  /// Effects never fail.
  public typealias Failure = Never

  /// Takes the actions in the order in which they are produced.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: MulticastSequence<Action>.Iterator

    fileprivate init(_ base: MulticastSequence<Action>.Iterator) {
      self.base = base
    }

    /// Waits for the next action.
    ///
    /// - Returns: The action; `nil` at the end, or when the calling task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Action? {
      await base.next(isolation: actor)
    }

    /// Waits for the next action.
    ///
    /// - Returns: The action; `nil` at the end.
    public mutating func next() async -> Action? {
      await base.next(isolation: #isolation)
    }
  }

  /// Runs the effects without a store.
  ///
  /// They start now, and end with the loop or by themselves. Identities have no meaning here: no effect is replaced,
  /// cancelled or throttled.
  public func makeAsyncIterator() -> Iterator {
    Iterator(keeping(.standard).makeAsyncIterator())
  }

  /// Runs the effects without a store, for a loop that may be slower than they are.
  ///
  /// They start now, and end with the loop, with the release of the result, or by themselves.
  ///
  /// - Parameter policy: The rule for actions that arrive before they are asked for.
  /// - Returns: The actions.
  public func keeping(_ policy: BufferingPolicy) -> MulticastSequence<Action> {
    let produced = Multicast<Action>()
    let scope = CancellationScope()
    let actions = produced.subscribe(policy) { scope.close() }
    scope.task {
      await perform(FxSend { produced.send($0) })
      produced.finish()
    }
    return actions
  }

  /// Runs all effects, and returns when they have ended.
  func perform(_ send: FxSend<Action>) async {
    switch content {
    case nil, .cancellation: break
    case .actions(let actions): for action in actions { send(action) }
    case .work(let body): await body(send)
    case .merged(let parts):
      await withTaskGroup { group in
        for part in parts { group.addTask { await part.perform(send) } }
      }
    case .delayed(let duration, let clock, let fx):
      guard (try? await clock.sleep(for: duration)) != nil else { return }
      await fx.perform(send)
    case .identified(_, _, let fx), .throttled(_, let fx): await fx.perform(send)
    }
  }
}

@available(*, unavailable)
extension Fx.Iterator: Sendable {}
