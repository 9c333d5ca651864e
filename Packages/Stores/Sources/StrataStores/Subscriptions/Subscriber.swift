import StrataConcurrency
public import Synchronization

// SAFETY: its properties are constant and Sendable, atomic, or behind a lock.
/// A subscriber of one store.
@usableFromInline
final class Subscriber<State: StateContainer>: AnySubscriber, @unchecked Sendable {
  private struct Start: Sendable {
    /// Updates that came before the first state was delivered.
    var backlog: [StoreUpdate<State>] = []
    var isOver = false
    /// Whether the updates so far are left to the thread that delivers.
    var isLeft = false
  }

  /// Called with changes.
  @usableFromInline let handler: @Sendable (State) -> Void
  /// Called with everything, instead of `handler`.
  private let updateHandler: (@Sendable (StoreUpdate<State>) -> Void)?
  @usableFromInline let takesStates: Bool
  @usableFromInline let phase = Atomic<UInt8>(SubscriberPhase.starting)
  /// The version of the first state; a state that is not newer is known already.
  @usableFromInline let firstVersion = Atomic<UInt64>(0)
  private let start = Locked(Start(), rank: .leaf)

  init(kind: SubscriberKind, handler: @escaping @Sendable (State) -> Void) {
    self.handler = handler
    updateHandler = nil
    takesStates = true
    super.init(kind: kind)
  }

  init(kind: SubscriberKind, updateHandler: @escaping @Sendable (StoreUpdate<State>) -> Void) {
    handler = { _ in }
    self.updateHandler = updateHandler
    takesStates = false
    super.init(kind: kind)
  }

  /// Notes a change; called by the thread that delivers.
  @inlinable
  func receive(_ state: State, version: UInt64) {
    if takesStates, phase.load(ordering: .acquiring) == SubscriberPhase.open {
      if version > firstVersion.load(ordering: .relaxed) { handler(state) }
    } else {
      receiveSlowPath(state, version)
    }
  }

  @usableFromInline
  func receiveSlowPath(_ state: State, _ version: UInt64) {
    take(StoreUpdate(state: state, version: version, subscribers: SubscriberList()))
  }

  override func receive(_ update: AnyStoreUpdate) {
    // SAFETY: a store of this state has made it, since no other has this in its list.
    take(unsafe unsafeDowncast(update, to: StoreUpdate<State>.self))
  }

  private func take(_ update: StoreUpdate<State>) {
    if phase.load(ordering: .acquiring) == SubscriberPhase.open { return notify(update) }
    let (isOver, early) = start.withLock { start -> (Bool, [StoreUpdate<State>]) in
      guard start.isLeft else {
        if !start.isOver { start.backlog.append(update) }
        return (start.isOver, [])
      }
      start.isLeft = false
      defer { start.backlog = [] }
      open(&start)
      return (true, start.backlog)
    }
    for update in early where phase.load(ordering: .acquiring) != SubscriberPhase.ended {
      notify(update)
    }
    if isOver, phase.load(ordering: .acquiring) == SubscriberPhase.open { notify(update) }
  }

  /// Lets the thread that delivers notify the subscriber from now on.
  private func open(_ start: inout Start) {
    start.isOver = true
    _ = phase.compareExchange(
      expected: SubscriberPhase.starting,
      desired: SubscriberPhase.open,
      ordering: .releasing
    )
  }

  private func notify(_ update: StoreUpdate<State>) {
    guard update.reason != .beginning else { return }
    let known = firstVersion.load(ordering: .relaxed)
    // An update without a change may be of a state that was over before the first was delivered.
    guard update.version > known || update.version == known && update.reason != .change
    else { return }
    if let updateHandler {
      updateHandler(update)
    } else if update.reason != .effect {
      handler(update.state)
    }
  }

  /// Begins without delivering the first state.
  func beginSilently() {
    start.withLock { $0.isOver = true }
    phase.store(SubscriberPhase.open, ordering: .releasing)
  }

  /// Delivers the first state; called by the thread that subscribes.
  ///
  /// Updates that have come meanwhile are left to the thread that delivers, which takes all updates after the first
  /// state.
  ///
  /// - Parameter first: The first state.
  /// - Returns: Whether there are such updates. The thread that delivers then needs an update of reason `beginning`.
  func begin(with first: StoreUpdate<State>) -> Bool {
    firstVersion.store(first.version, ordering: .relaxed)
    notify(first)
    return start.withLock { start in
      start.isLeft = !start.backlog.isEmpty
      if !start.isLeft { open(&start) }
      return start.isLeft
    }
  }

  /// Notes that nothing is to be delivered any more.
  func end() {
    phase.store(SubscriberPhase.ended, ordering: .releasing)
  }
}
