import StrataConcurrency
import StrataCore
import Synchronization

/// The whole state of a store, without its type, as places use it.
// SAFETY: constants, atomics and what is locked; subclasses state their own reasons.
class StoreCore: @unchecked Sendable {
  /// Where the store was made.
  let callSite: CallSite
  let tester = TesterReference()
  private let flags = Atomic<UInt8>(0)

  init(at callSite: CallSite) {
    self.callSite = callSite
  }

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

  final func setEnded() {
    flags.bitwiseOr(2, ordering: .acquiringAndReleasing)
  }

  /// Takes the lock of the state.
  ///
  /// - Returns: Where the root is until `unlockRoot()`; `nil` while someone changes it.
  @unsafe
  func lockRoot() -> UnsafeRawPointer? { OneStoreTrap.abstract() }

  /// Ends what `lockRoot()` has begun.
  func unlockRoot() { OneStoreTrap.abstract() }

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

  /// Calls a closure at each change of the state, while the store is being changed; it must not use the store.
  ///
  /// - Returns: Ends the calls.
  func onCommit(_ body: @escaping @Sendable () -> Void) -> CommitSubscription {
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
  func beginChange() -> UnsafeMutableRawPointer { OneStoreTrap.abstract() }

  /// Ends a change that has changed nothing.
  @unsafe
  func endChange(_ root: UnsafeMutableRawPointer) { OneStoreTrap.abstract() }

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
