extension Fx: AsyncSequence {
  /// What effects produce.
  public typealias Element = Action
  /// Effects never fail.
  public typealias Failure = Never
  /// Takes the actions in the order in which they are produced.
  public typealias AsyncIterator = AsyncStream<Action>.Iterator

  /// Runs the effects without a store.
  ///
  /// They start now, and end with the loop or by themselves. Identities have no meaning here: nothing
  /// is replaced, cancelled or throttled.
  public func makeAsyncIterator() -> AsyncStream<Action>.Iterator {
    AsyncStream { continuation in
      let task = Task {
        await perform(FxSend { continuation.yield($0) })
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
    .makeAsyncIterator()
  }

  /// Does all that there is to do, and returns when it is done.
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
