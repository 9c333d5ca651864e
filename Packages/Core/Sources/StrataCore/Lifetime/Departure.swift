@_spi(Strata) import StrataConcurrency
import StrataEvents

/// A context that has left its tree, and which of its lives has ended.
struct Departure {
  let context: Context
  let life: UInt32
  /// What has to be told to stop.
  let work: EndingWork?

  /// Seals what a context has running; called with the lock held.
  ///
  /// From here on nothing can be registered any more. What is there is told to stop by ``endWork()``.
  init(ending context: Context) {
    self.context = context
    life = context.parts?.life ?? 0
    guard let parts = context.parts, parts.scope != nil || !parts.listeners.isEmpty else {
      work = nil
      return
    }
    work = EndingWork(
      scope: parts.scope,
      cancellation: parts.scope?.sealDeferringCancellation(),
      listeners: context.takeListeners()
    )
  }

  /// Stops the work of the life that has ended; called without the lock.
  func endWork() {
    guard let work else { return }
    work.cancellation?.perform()
    for listener in work.listeners { listener.finish() }
    context.didEndWork()
  }

  /// Lets go of what the life held, when its end has been told of and its tasks have returned;
  /// called without the lock.
  func conclude() {
    guard let scope = work?.scope else { return context.finish(life: life) }
    let (context, life) = (context, life)
    scope.whenUnwound { context.finish(life: life) }
  }
}

/// What a context has left running.
final class EndingWork {
  let scope: CancellationScope?
  let cancellation: PendingCancellation?
  let listeners: [EventListener<Context>]

  init(
    scope: CancellationScope?,
    cancellation: PendingCancellation?,
    listeners: [EventListener<Context>]
  ) {
    self.scope = scope
    self.cancellation = cancellation
    self.listeners = listeners
  }
}

@available(*, unavailable)
extension EndingWork: Sendable {}
