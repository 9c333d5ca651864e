@_spi(Strata) import StrataConcurrency

/// Runs the effects of one store.
///
/// ``start(_:)`` and the callbacks of the owner run only in the store's serialised section, where one thread at a time
/// handles actions. So the table of throttles needs no lock, and the program's hashing and equality of identities run
/// under none.
// SAFETY: `throttles` and `origin` are touched only in the owner's serialised section; the rest is constant.
@usableFromInline
final class EffectRunner<Action: Sendable>: @unchecked Sendable {
  /// The owner of the effects: a store, which this does not retain.
  struct Host: Sendable {
    /// Queues an action of an effect, and notes the action's end in the effect's state.
    let send: @Sendable (Action, EffectLifetime?) -> Void
    /// Runs a closure in the serialised section, with `false` outside of it if there is no store any
    /// more.
    let serialize: @Sendable (@escaping @Sendable (Bool) -> Void) -> Void
  }

  /// The context of an effect: the action and the effects around it.
  private struct Surroundings {
    /// The identities that find the effect.
    var ids: [EffectID] = []
    /// The action that its tasks come from, if a test wants to know.
    var origin: EffectOrigin?

    func inside(_ id: EffectID) -> Surroundings { Surroundings(ids: ids + [id], origin: origin) }

    func options(_ callSite: CallSite) -> TaskOptions {
      let name = origin.map { "effect of \($0.action)" } ?? "effect"
      return TaskOptions(name: name, callSite: origin?.place ?? callSite)
    }
  }

  /// The interval of one throttle.
  private struct Window {
    /// The effect that waits for its end.
    var waiting: (fx: Fx<Action>, surroundings: Surroundings)?
    /// Ends the task that counts as an effect meanwhile; `nil` if none waits.
    var counted: AsyncStream<Void>.Continuation?
    /// Ends the interval with the store.
    var link: CancellationHandle?
  }

  /// The scope of the store's work.
  ///
  /// It is that of the store's context, so the effects appear among the work of contexts.
  let scope: CancellationScope
  private let host: Host
  private let callSite: CallSite
  /// The action whose effects start now, if a test wants to know.
  private var origin: EffectOrigin?
  private var throttles: [EffectID: Window] = [:]
  /// The tasks that wait for the ends of intervals.
  ///
  /// No cancellation of effects finds them, and they count as none.
  private let windows = CancellationScope()

  init(host: Host, scope: CancellationScope, callSite: CallSite) {
    self.host = host
    self.scope = scope
    self.callSite = callSite
  }

  /// Names the action whose effects start next, for reports of those that still run.
  func nameEffects(_ origin: EffectOrigin) { self.origin = origin }

  /// Starts effects.
  func start(_ fx: Fx<Action>) { start(fx, Surroundings(origin: origin)) }

  private func start(_ fx: Fx<Action>, _ surroundings: Surroundings) {
    switch fx.content {
    case nil: break
    case .actions(let actions): send(actions, ids: surroundings.ids)
    case .merged(let parts):
      for part in parts { start(part, surroundings) }
    case .work(let body):
      task(surroundings) { send, _ in await body(send) }
    case .delayed(let duration, let clock, let inner):
      task(surroundings) { [self] _, lifetime in
        guard (try? await clock.sleep(for: duration)) != nil else { return }
        // The task stays until the effects have started, so that a cancellation finds one or the
        // other.
        await serialize { if !lifetime.isCancelled { self.start(inner, surroundings) } }
      }
    case .identified(let id, let cancelsInFlight, let inner):
      if cancelsInFlight { cancel(id) }
      start(inner, surroundings.inside(id))
    case .cancellation(let identities):
      for id in identities { cancel(id) }
    case .throttled(let throttle, let inner):
      start(inner, throttle, surroundings)
    }
  }

  /// Queues actions, which the identities find until they have been handled.
  private func send(_ actions: [Action], ids: [EffectID]) {
    guard !ids.isEmpty else {
      for action in actions { host.send(action, nil) }
      return
    }
    let lifetime = EffectLifetime()
    let work = scope.onCancel { lifetime.cancel() }
    for id in ids { work.cancel(for: id) }
    for action in actions {
      lifetime.addAction()
      host.send(action, lifetime)
    }
    host.serialize { _ in work.discard() }
  }

  private func cancel(_ id: EffectID) {
    // An effect that waits for its window has no task yet, so the identities around it cannot find it by a task.
    for (throttle, window) in throttles {
      let isAround = window.waiting?.surroundings.ids.contains(id) == true
      if isAround || throttle == id { dropWaiting(throttle) }
    }
    scope.cancelAll(for: id)
  }

  /// Drops what waits for the end of an interval, and the task that counts for it; the interval goes on.
  private func dropWaiting(_ throttle: EffectID) {
    throttles[throttle]?.waiting = nil
    throttles[throttle]?.counted?.finish()
    throttles[throttle]?.counted = nil
  }

  /// Starts a task whose actions are dropped once it is cancelled.
  private func task(
    _ surroundings: Surroundings,
    _ body: @escaping @Sendable (FxSend<Action>, EffectLifetime) async -> Void
  ) {
    let lifetime = EffectLifetime()
    let send = FxSend<Action> { [host] action in
      lifetime.addAction()
      host.send(action, lifetime)
    }
    let work = scope.task(surroundings.options(callSite), isolation: nil) { [self] in
      await withTaskCancellationHandler {
        await body(send, lifetime)
        // As long as its actions wait, a cancellation has to find the effect.
        if lifetime.hasWaitingActions { await serialize {} }
      } onCancel: {
        lifetime.cancel()
      }
    }
    for id in surroundings.ids { work.cancel(for: id) }
    surroundings.origin?.add(work, surroundings.ids)
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

  private func start(_ fx: Fx<Action>, _ throttle: Throttle, _ surroundings: Surroundings) {
    if let window = throttles[throttle.id] {
      guard throttle.keepsLatest else { return }
      throttles[throttle.id]?.waiting = (fx, surroundings)
      if window.counted == nil { count(throttle, surroundings.origin) }
      return
    }
    throttles[throttle.id] = Window()
    start(fx, surroundings.inside(throttle.id))
    keepWindowOpen(throttle)
  }

  /// Lets an effect that waits for the end of an interval count as one, until it starts or is cancelled.
  private func count(_ throttle: Throttle, _ origin: EffectOrigin?) {
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    throttles[throttle.id]?.counted = continuation
    task(Surroundings(ids: [throttle.id], origin: origin)) { _, _ in for await _ in end {} }
  }

  /// Waits for the end of the interval, then starts the waiting effect, which opens the next interval.
  private func keepWindowOpen(_ throttle: Throttle) {
    let options = TaskOptions(name: "throttle", callSite: callSite)
    let work = windows.task(options, isolation: nil) { [self] in
      guard (try? await throttle.clock.sleep(for: throttle.interval)) != nil else { return }
      await serialize { self.endWindow(throttle) }
    }
    throttles[throttle.id]?.link = scope.onEnding(at: callSite) { work.cancel() }
  }

  private func endWindow(_ throttle: Throttle) {
    guard let window = throttles.removeValue(forKey: throttle.id) else { return }
    if let waiting = window.waiting { start(waiting.fx, throttle, waiting.surroundings) }
    window.counted?.finish()
    window.link?.discard()
  }
}
