import StrataConcurrency
import StrataCore

/// One subscriber of a source.
///
/// While it is starting, models wait here: the subscriber is still being told the first one, or is
/// a source that has not got its own yet.
final class SourceSubscription<Model> {
  private struct State {
    var phase = Phase.starting
    /// Models up to this one are known to the subscriber.
    var version: UInt64 = 0
    var waiting: [SourceCell<Model>] = []
    var observation: SlotObservation?
  }

  private enum Phase {
    /// Models wait until ``start()``.
    case starting
    /// Models are told at once.
    case live
    /// Nothing is told any more.
    case ended
  }

  private enum Next {
    case tell([SourceCell<Model>])
    case stop
  }

  /// Whom it is for, to end it by; not followed.
  let subscriber: ObjectIdentifier
  private let state: Locked<State>
  /// Tells the subscriber; `false` when it is gone.
  private let tell: (Model) -> Bool
  /// Whether the subscriber is still there.
  private let isAlive: () -> Bool

  init<Subscriber: AnyObject>(
    _ subscriber: Subscriber,
    _ tell: @escaping (Subscriber, Model) -> Void
  ) {
    self.subscriber = ObjectIdentifier(subscriber)
    state = Locked(State(), rank: .leaf)
    isAlive = { [weak subscriber] in subscriber != nil }
    self.tell = { [weak subscriber] model in
      guard let subscriber else { return false }
      tell(subscriber, model)
      return true
    }
  }

  /// Whether anybody will be told anything again.
  var isUseful: Bool { isAlive() && !state.withLock { $0.phase == .ended } }

  /// Begins to receive what the source publishes after a version.
  func begin(after version: UInt64, _ observation: SlotObservation) {
    let box = UncheckedTransfer(observation)
    let isEnded = state.withLock { state in
      // What has been published between the beginning of the observation and the look at the model
      // is in the first model already.
      state.waiting.removeAll { $0.version <= version }
      state.version = max(state.version, version)
      if state.phase != .ended { state.observation = box.value }
      return state.phase == .ended
    }
    if isEnded { observation.cancel() }
  }

  /// Tells the first model; what comes meanwhile waits for ``start()``.
  func tellFirst(_ model: Model) {
    if !tell(model) { end() }
  }

  /// Tells what has come until now, and from now on what comes.
  func start() {
    while true {
      let next = state.withLock { state -> UncheckedTransfer<Next> in
        guard state.phase == .starting, !state.waiting.isEmpty else {
          if state.phase == .starting { state.phase = .live }
          return UncheckedTransfer(.stop)
        }
        defer { state.waiting = [] }
        return UncheckedTransfer(.tell(state.waiting))
      }
      guard case .tell(let cells) = next.value else { return }
      for cell in cells where !tell(cell.model) { return end() }
    }
  }

  /// Takes what the source publishes; called for one model at a time.
  func receive(_ cell: SourceCell<Model>) {
    let box = UncheckedTransfer(cell)
    let isDue = state.withLock { state -> Bool in
      guard box.value.version > state.version else { return false }
      state.version = box.value.version
      if state.phase == .starting { state.waiting.append(box.value) }
      return state.phase == .live
    }
    if isDue, !tell(cell.model) { end() }
  }

  /// Ends the subscription.
  func end() {
    let observation = state.withLock {
      state -> UncheckedTransfer<(SlotObservation?, [SourceCell<Model>])> in
      defer {
        state.phase = .ended
        state.observation = nil
        state.waiting = []
      }
      return UncheckedTransfer((state.observation, state.waiting))
    }
    observation.value.0?.cancel()
  }
}

// SAFETY: what changes is behind a lock. The closures are called by one thread at a time: whoever
// subscribes, then whoever delivers the source's changes. A source whose model is not Sendable is
// not either, so that both are the thread that has the source.
extension SourceSubscription: @unchecked Sendable {}
