import StrataConcurrency
import StrataCore
import Synchronization

/// A change of a state that is under way.
///
/// While it is, the store's whole state is this thread's alone.
@safe
struct StateChange<State: Sendable> {
  // SAFETY: points into the root that this thread has checked out, or to memory of its own.
  /// What is to be changed.
  let pointer: UnsafeMutablePointer<State>
  /// The store's root; `nil` for a change that goes nowhere.
  fileprivate let root: UnsafeMutableRawPointer?
  /// The state from before.
  fileprivate var former: State?

  fileprivate init(
    _ pointer: UnsafeMutablePointer<State>,
    in root: UnsafeMutableRawPointer?,
    former: State?
  ) {
    unsafe self.pointer = unsafe pointer
    unsafe self.root = unsafe root
    self.former = former
  }

  /// Replaces the state.
  mutating func assign(_ state: State) {
    unsafe pointer.pointee = state
  }

  /// Takes all changes back.
  mutating func revert() {
    if let former { unsafe pointer.pointee = former }
  }
}

extension Place {
  /// Begins a change of the state, for which every other access to the store waits.
  final func beginChange() -> StateChange<State> {
    if hasEnded.load(ordering: .acquiring) || store.hasEnded { return strayChange() }
    let root = unsafe store.beginChange()
    guard let memory = unsafe beginAny(in: root) else {
      unsafe store.endChange(root)
      return strayChange()
    }
    let pointer = unsafe memory.assumingMemoryBound(to: State.self)
    return unsafe StateChange(pointer, in: root, former: pointer.pointee)
  }

  /// A change that goes nowhere: of a state that has been removed.
  private func strayChange() -> StateChange<State> {
    if !hasReported.exchange(true, ordering: .relaxed) {
      OneStoreComplaint.writeAfterEnd(name).report(at: store.callSite)
    }
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe memory.initialize(to: liveState)
    return unsafe StateChange(memory, in: nil, former: nil)
  }

  /// Ends a change: makes models and views agree with the state.
  final func endChange(_ change: inout StateChange<State>) {
    guard let root = unsafe change.root else {
      unsafe change.pointer.deinitialize(count: 1)
      return unsafe change.pointer.deallocate()
    }
    unsafe finishAny(in: root)
    var effects = Effects()
    if !isPlain, let former = change.former {
      _ = unsafe withMemory(in: root) { memory in
        unsafe withUnsafePointer(to: former) { former in
          unsafe compare(former, memory.assumingMemoryBound(to: State.self), &effects)
        }
      }
    }
    unsafe updateAncestors(in: root, &effects)
    unsafe store.commit(root, effects)
    // The value from before goes when other threads may use the store again.
    change.former = nil
    for call in effects.calls { call() }
  }
}
