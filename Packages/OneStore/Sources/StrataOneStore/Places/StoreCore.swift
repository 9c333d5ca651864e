import StrataConcurrency
@_spi(Strata) import StrataCore
import Synchronization

/// The whole state of a store, without its type, as places use it.
// SAFETY: constants, atomics and what is locked; subclasses state their own reasons.
@safe
class StoreCore: @unchecked Sendable {
  /// The call site that made the store.
  let callSite: CallSite
  let tester = TesterReference()
  /// Holds the state in its first slot.
  final let holder: Context
  // SAFETY: the value of a slot lies at one address as long as its context.
  /// The address of the state, for the thread that changes it.
  final let root: UnsafeMutableRawPointer
  // SAFETY: touched by the thread that changes the store alone.
  /// The address of the former identity of the state that this thread changes.
  final let identity = UnsafeMutableRawPointer.allocate(
    byteCount: StateIdentity.mostBytes,
    alignment: 16
  )
  /// How many are given each state.
  final let listenerCount = Atomic<Int>(0)
  private let flags = Atomic<UInt8>(0)
  private let ghostOwners = Locked<[ObjectIdentifier: any GhostOwner]>([:], rank: .leaf)

  /// - Parameters:
  ///   - holder: Has the state in its first slot already.
  ///   - callSite: The call site that makes the store.
  init(in holder: Context, at callSite: CallSite) {
    self.holder = holder
    self.callSite = callSite
    guard let root = unsafe holder.lockMemory(ofSlotAt: 0) else { OneStoreTrap.abstract() }
    unsafe self.root = unsafe UnsafeMutableRawPointer(mutating: root)
    holder.unlockMemory()
  }

  deinit { unsafe identity.deallocate() }

  /// Whether views see a state that is not the store's.
  final var isOverridden: Bool { flags.load(ordering: .acquiring) & 1 != 0 }

  /// Whether the store has been released.
  final var hasEnded: Bool { flags.load(ordering: .acquiring) & 2 != 0 }

  final func setOverridden(_ isOverridden: Bool) {
    if isOverridden {
      flags.bitwiseOr(1, ordering: .acquiringAndReleasing)
    } else {
      flags.bitwiseAnd(~1, ordering: .acquiringAndReleasing)
    }
  }

  /// Whether a model has overridden a dependency.
  final var hasOverriddenDependencies: Bool { flags.load(ordering: .acquiring) & 4 != 0 }

  final func noteDependencyOverride() {
    flags.bitwiseOr(4, ordering: .acquiringAndReleasing)
  }

  /// Whether a test asserts what becomes of the store.
  final var isTested: Bool { flags.load(ordering: .relaxed) & 8 != 0 }

  final func setTested() {
    flags.bitwiseOr(8, ordering: .acquiringAndReleasing)
  }

  /// Notes one that has places which only the override has.
  final func noteGhosts(of owner: any GhostOwner) {
    ghostOwners.withLock { $0[ObjectIdentifier(owner)] = owner }
  }

  /// Lets all go of places that only the override has had.
  final func endGhosts(_ effects: inout Effects) {
    let owners = ghostOwners.withLock { owners in
      defer { owners = [:] }
      return owners
    }
    for owner in owners.values { owner.endGhosts(&effects) }
  }

  /// Notes that the store is released, and waits for a change that another thread has begun before.
  ///
  /// A change that begins later finds that the store has ended. So no place is in use when the store lets go of them.
  final func setEnded() {
    flags.bitwiseOr(2, ordering: .acquiringAndReleasing)
    if !holder.isBeingChangedHere(slotAt: 0) { unsafe isolated { _ in } }
  }

  /// Takes the lock of the state.
  ///
  /// - Returns: The address of the root until `unlockRoot()`; `nil` while someone changes it.
  @unsafe
  final func lockRoot() -> UnsafeRawPointer? { unsafe holder.lockMemory(ofSlotAt: 0) }

  /// Whether a thread changes the state now, so that what places keep of it may be ahead of what views were told.
  ///
  /// A view that reads what a place keeps asks afterwards, and waits. Otherwise it could show that beside a value of
  /// before, which it would not know to be out of date.
  final var isBeingChanged: Bool { holder.isBeingChanged(slotAt: 0) }

  /// Waits until no thread changes the state.
  final func waitForChange() {
    while isBeingChanged { _ = unsafe read { _ in Optional(()) } }
  }

  /// Ends what `lockRoot()` has begun.
  final func unlockRoot() { holder.unlockMemory() }

  /// Calls a closure with the state.
  @unsafe
  func read<Result>(_ body: (UnsafeRawPointer) -> Result?) -> Result? { OneStoreTrap.abstract() }

  /// Calls a closure with the override, if there is one.
  @unsafe
  func readOverride<Result>(_ body: (UnsafeRawPointer) -> Result?) -> Result? {
    OneStoreTrap.abstract()
  }

  /// Calls a closure with a copy of the override that it may use as if it changed it.
  @unsafe
  func withOverrideMemory(_ body: (UnsafeMutableRawPointer) -> Void) { OneStoreTrap.abstract() }

  /// The state now.
  var anyState: any Sendable { OneStoreTrap.abstract() }

  /// Calls a closure with each state from now on, in order, when the state may be used again.
  ///
  /// - Returns: Ends the calls.
  func observeStates(
    _ body: @escaping @Sendable (any Sendable, Cause?) -> Void
  ) -> Subscription {
    OneStoreTrap.abstract()
  }

  /// Calls a closure at each change of the state, while the store is being changed; it must not use the store.
  ///
  /// - Returns: Ends the calls.
  func onCommit(_ body: @escaping @Sendable () -> Void) -> Subscription {
    OneStoreTrap.abstract()
  }

  /// Runs a closure while every other access to the state waits; it must not use the store.
  final func isolated<Result>(_ body: (UnsafeMutableRawPointer) -> Result) -> Result {
    let root = unsafe beginChange()
    defer { unsafe endChange(root) }
    return unsafe body(root)
  }

  /// Begins a change of the state, for which every other access waits.
  @unsafe
  final func beginChange() -> UnsafeMutableRawPointer {
    // The value is the first stored property of what the slot holds.
    unsafe holder.beginRawChange(ofSlotAt: 0) ?? beginTypedChange()
  }

  /// Ends a change that has changed nothing, or whose effects have been seen to.
  @unsafe
  final func endChange(_ root: UnsafeMutableRawPointer) {
    if !holder.endRawChange(ofSlotAt: 0) { unsafe endTypedChange(root) }
  }

  /// Begins a change, unless it has to wait or an observer of the engine notices it.
  @unsafe
  final func beginUnobservedChange() -> UnsafeMutableRawPointer? {
    unsafe holder.beginRawChange(ofSlotAt: 0)
  }

  /// Ends a change of the state, with what follows from it.
  @unsafe
  final func end(_ root: UnsafeMutableRawPointer, _ effects: Effects) {
    guard listenerCount.load(ordering: .acquiring) == 0, effects.isOneSignalAtMost else {
      return unsafe commit(root, effects, isChange: true)
    }
    guard let signal = effects.signals.first else { return unsafe endChange(root) }
    signal.raise(Slot(uncheckedIndex: 0)) { unsafe endChange(root) }
  }

  /// Begins a change that has to wait, or that an observer of the engine notices.
  @unsafe
  func beginTypedChange() -> UnsafeMutableRawPointer { OneStoreTrap.abstract() }

  /// Ends a change that another thread waits for, or that an observer of the engine notices.
  @unsafe
  func endTypedChange(_ root: UnsafeMutableRawPointer) { OneStoreTrap.abstract() }

  /// Ends a change, with what follows from it.
  ///
  /// - Parameters:
  ///   - root: Where the state is.
  ///   - effects: What follows.
  ///   - isChange: Whether the state itself may have changed.
  @unsafe
  func commit(_ root: UnsafeMutableRawPointer, _ effects: Effects, isChange: Bool) {
    OneStoreTrap.abstract()
  }
}

/// Has places that only the override has, until that has gone.
protocol GhostOwner: AnyObject, Sendable {
  /// Lets go of them; the views that show one have to look for another place.
  func endGhosts(_ effects: inout Effects)
}
