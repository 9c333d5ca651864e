import StrataConcurrency

/// Runs the effects of one store.
///
/// ``start(_:)`` and what the host calls back are only called in the store's serialised section, where
/// one thread at a time handles actions; so the table of throttles needs no lock, and the program's
/// hashing and equality of identities run under none.
// SAFETY: `throttles` is touched only in the host's serialised section; the rest is constant.
@usableFromInline
final class EffectRunner<Action: Sendable>: @unchecked Sendable {
  /// What runs effects for: a store, which it does not hold.
  struct Host: Sendable {
    /// Queues an action of an effect, whose end it notes in the effect's life.
    let send: @Sendable (Action, EffectLife?) -> Void
    /// Runs a closure in the serialised section, with `false` outside of it if there is no store any
    /// more.
    let serialize: @Sendable (@escaping @Sendable (Bool) -> Void) -> Void
  }

  /// What is under way for one throttle.
  private struct Window {
    var waiting: (fx: Fx<Action>, ids: [EffectID])?
  }

  /// What the store has running: that of its context, so that who looks at contexts sees the effects.
  let scope: CancellationScope
  private let host: Host
  private let options: TaskOptions
  private var throttles: [EffectID: Window] = [:]

  init(host: Host, scope: CancellationScope, callSite: CallSite) {
    self.host = host
    self.scope = scope
    options = TaskOptions(name: "effect", callSite: callSite)
  }

  /// Starts effects.
  ///
  /// - Parameters:
  ///   - fx: The effects.
  ///   - ids: The identities that they have from what is around them.
  func start(_ fx: Fx<Action>, ids: [EffectID] = []) {
    switch fx.content {
    case nil: break
    case .actions(let actions): send(actions, ids: ids)
    case .merged(let parts):
      for part in parts { start(part, ids: ids) }
    case .work(let body):
      task(ids: ids) { send, _ in await body(send) }
    case .delayed(let duration, let clock, let inner):
      task(ids: ids) { [self] _, life in
        guard (try? await clock.sleep(for: duration)) != nil else { return }
        // The task stays until the effects have started, so that a cancellation finds one or the
        // other.
        await serialize { if !life.isCancelled { self.start(inner, ids: ids) } }
      }
    case .identified(let id, let cancelsInFlight, let inner):
      if cancelsInFlight { cancel(id) }
      start(inner, ids: ids + [id])
    case .cancellation(let identities):
      for id in identities { cancel(id) }
    case .throttled(let throttle, let inner):
      start(inner, throttle, ids: ids)
    }
  }

  /// Queues actions, which the identities find until they have been handled.
  private func send(_ actions: [Action], ids: [EffectID]) {
    guard !ids.isEmpty else {
      for action in actions { host.send(action, nil) }
      return
    }
    let life = EffectLife()
    let work = scope.onCancel { life.cancel() }
    for id in ids { work.cancel(for: id) }
    for action in actions {
      life.addAction()
      host.send(action, life)
    }
    host.serialize { _ in work.discard() }
  }

  private func cancel(_ id: EffectID) {
    throttles[id] = nil
    // What waits for its window has no task yet by which the identities around it would find it.
    for (throttle, window) in throttles where window.waiting?.ids.contains(id) == true {
      throttles[throttle]?.waiting = nil
    }
    scope.cancelAll(for: id)
  }

  /// Starts a task whose actions are dropped once it is cancelled.
  private func task(
    ids: [EffectID],
    _ body: @escaping @Sendable (FxSend<Action>, EffectLife) async -> Void
  ) {
    let life = EffectLife()
    let send = FxSend<Action> { [host] action in
      life.addAction()
      host.send(action, life)
    }
    let work = scope.task(options, isolation: nil) { [self] in
      await withTaskCancellationHandler {
        await body(send, life)
        // As long as its actions wait, a cancellation has to find the effect.
        if life.hasWaitingActions { await serialize {} }
      } onCancel: {
        life.cancel()
      }
    }
    for id in ids { work.cancel(for: id) }
  }

  private func serialize(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      host.serialize { isAlive in
        if isAlive { body() }
        continuation.resume()
      }
    }
  }

  // MARK: Throttles

  private func start(_ fx: Fx<Action>, _ throttle: Throttle, ids: [EffectID]) {
    if throttles[throttle.id] != nil {
      if throttle.keepsLatest { throttles[throttle.id]?.waiting = (fx, ids) }
      return
    }
    throttles[throttle.id] = Window()
    start(fx, ids: ids + [throttle.id])
    keepWindowOpen(throttle)
  }

  /// Waits for the end of the interval, then starts what waits, which opens the next interval.
  private func keepWindowOpen(_ throttle: Throttle) {
    task(ids: [throttle.id]) { [self] _, life in
      guard (try? await throttle.clock.sleep(for: throttle.interval)) != nil else { return }
      await serialize {
        guard !life.isCancelled else { return }
        let waiting = self.throttles.removeValue(forKey: throttle.id)?.waiting
        if let waiting { self.start(waiting.fx, throttle, ids: waiting.ids) }
      }
    }
  }
}
