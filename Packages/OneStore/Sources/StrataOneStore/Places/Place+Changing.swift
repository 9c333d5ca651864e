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
  /// The state from before; `nil` if no one compares it.
  fileprivate let former: UnsafeMutablePointer<State>?
  /// Whether `pointer` is where the state lies in the root.
  fileprivate let isInPlace: Bool

  fileprivate init(
    _ pointer: UnsafeMutablePointer<State>,
    in root: UnsafeMutableRawPointer?,
    former: UnsafeMutablePointer<State>? = nil,
    isInPlace: Bool = false
  ) {
    unsafe self.pointer = unsafe pointer
    unsafe self.root = unsafe root
    unsafe self.former = unsafe former
    self.isInPlace = isInPlace
  }

  /// Replaces the state.
  mutating func assign(_ state: State) {
    unsafe pointer.pointee = state
  }
}

extension Place {
  /// Begins a change of the state, for which every other access to the store waits.
  final func beginChange() -> StateChange<State> {
    if hasEnded.load(ordering: .acquiring) || store.hasEnded { return strayChange() }
    let root = unsafe store.beginChange()
    let place = unsafe locateToChange(in: root)
    guard let memory = unsafe place ?? beginAny(in: root) else {
      unsafe store.endChange(root)
      return strayChange()
    }
    let pointer = unsafe memory.assumingMemoryBound(to: State.self)
    var former: UnsafeMutablePointer<State>?
    if !isPlain {
      let copy = unsafe takeScratch()
      unsafe copy.initialize(to: pointer.pointee)
      unsafe former = copy
    }
    return unsafe StateChange(pointer, in: root, former: former, isInPlace: place != nil)
  }

  /// Memory for a state, which the last change has used, if no other uses it.
  private func takeScratch() -> UnsafeMutablePointer<State> {
    let word = scratch.exchange(0, ordering: .acquiring)
    // SAFETY: what is kept there has been allocated for a state.
    return unsafe UnsafeMutablePointer(bitPattern: word) ?? .allocate(capacity: 1)
  }

  private func giveBack(_ memory: UnsafeMutablePointer<State>) {
    let former = scratch.exchange(UInt(bitPattern: memory), ordering: .releasing)
    unsafe UnsafeMutablePointer<State>(bitPattern: former)?.deallocate()
  }

  /// A change that goes nowhere: of a state that has been removed.
  private func strayChange() -> StateChange<State> {
    if !hasReported.exchange(true, ordering: .relaxed) {
      OneStoreComplaint.writeAfterEnd(name).report(at: store.callSite)
    }
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe memory.initialize(to: liveState)
    return unsafe StateChange(memory, in: nil)
  }

  /// Ends a change: makes models and views agree with the state.
  final func endChange(_ change: inout StateChange<State>) {
    guard let root = unsafe change.root else {
      unsafe change.pointer.deinitialize(count: 1)
      return unsafe change.pointer.deallocate()
    }
    if !change.isInPlace { unsafe finishAny(in: root) }
    var effects = Effects()
    if let former = unsafe change.former {
      if change.isInPlace {
        unsafe compare(former, change.pointer, &effects)
      } else {
        _ = unsafe withMemory(in: root) { memory in
          unsafe compare(former, memory.assumingMemoryBound(to: State.self), &effects)
        }
      }
    }
    unsafe updateAncestors(in: root, &effects)
    unsafe store.commit(root, effects, isChange: true)
    // The value from before goes when other threads may use the store again.
    if let former = unsafe change.former {
      unsafe former.deinitialize(count: 1)
      unsafe giveBack(former)
    }
    for call in effects.calls { call() }
  }
}
