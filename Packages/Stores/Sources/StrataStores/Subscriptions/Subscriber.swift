import StrataConcurrency
public import Synchronization

// SAFETY: its properties are constant and Sendable, atomic, or behind a lock.
/// A subscriber of one store.
@usableFromInline
final class Subscriber<State: StateContainer>: AnySubscriber, @unchecked Sendable {
  private struct Start: Sendable {
    /// Updates that came before the first state was delivered.
    var backlog: [StoreUpdate<State>] = []
    /// The thread that delivers the first state.
    var teller: ThreadIdentity?
    /// How often in a row a delivery has made that thread, and no other, bring more updates.
    var chain = 0
    var isOver = false
    /// Whether the updates so far are left to the thread that delivers.
    var isLeft = false

    mutating func add(_ update: StoreUpdate<State>) {
      backlog.append(update)
      if teller != .current { chain = -1 }
    }

    mutating func takeBacklog() -> (updates: [StoreUpdate<State>], chain: Int) {
      chain += 1
      defer { backlog = [] }
      return (backlog, chain)
    }
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
      receiveUnusual(state, version)
    }
  }

  @usableFromInline
  func receiveUnusual(_ state: State, _ version: UInt64) {
    take(StoreUpdate(state: state, version: version, subscribers: SubscriberList()))
  }

  override func receive(_ update: AnyStoreUpdate) {
    // SAFETY: a store of this state has made it, since no other has this in its list.
    take(unsafe unsafeDowncast(update, to: StoreUpdate<State>.self))
  }

  private func take(_ update: StoreUpdate<State>) {
    if phase.load(ordering: .acquiring) == SubscriberPhase.open { return tell(update) }
    let (isOver, early) = start.withLock { start -> (Bool, [StoreUpdate<State>]) in
      guard start.isLeft else {
        if !start.isOver { start.add(update) }
        return (start.isOver, [])
      }
      start.isLeft = false
      let early = start.takeBacklog().updates
      open(&start)
      return (true, early)
    }
    for update in early where phase.load(ordering: .acquiring) != SubscriberPhase.ended {
      tell(update)
    }
    if isOver, phase.load(ordering: .acquiring) == SubscriberPhase.open { tell(update) }
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

  private func tell(_ update: StoreUpdate<State>) {
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

  /// Delivers the first state, then the updates that have come meanwhile; called by the thread that subscribes.
  ///
  /// Updates that the calls themselves bring are also delivered; a chain of such calls ends where a propagation batch
  /// ends one. Other threads do not occupy this one permanently. After a number of updates, the rest is left to the
  /// thread that delivers.
  ///
  /// - Parameters:
  ///   - first: The first state.
  ///   - node: The store, for a report.
  /// - Returns: Whether the rest is left to the thread that delivers, which needs an update of reason
  ///   `beginning` for that.
  func begin(with first: StoreUpdate<State>, of node: any StoreNode) -> Bool {
    var told = 0
    start.withLock { $0.teller = .current }
    firstVersion.store(first.version, ordering: .relaxed)
    tell(first)
    while true {
      let (early, chain) = start.withLock { start -> (updates: [StoreUpdate<State>], chain: Int) in
        // A chain of this thread's own has an end of its own.
        if told > Backlog.share, start.chain < 0 {
          start.isLeft = true
          return ([], 0)
        }
        let early = start.takeBacklog()
        if early.updates.isEmpty { open(&start) }
        return early
      }
      guard !early.isEmpty else { return start.withLock { $0.isLeft } }
      told += early.count
      guard chain <= Wave.chainLimit else {
        StoreComplaint.endlessCalls(node.name, limit: Wave.chainLimit).report(at: .thisLine())
        continue
      }
      for update in early where phase.load(ordering: .acquiring) != SubscriberPhase.ended {
        tell(update)
      }
    }
  }

  /// Notes that nothing is to be delivered any more.
  func end() {
    phase.store(SubscriberPhase.ended, ordering: .releasing)
  }
}
