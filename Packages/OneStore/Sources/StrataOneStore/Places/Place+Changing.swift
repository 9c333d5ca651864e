import StrataConcurrency
import StrataCore
import Synchronization

/// A change of a state that is under way.
///
/// While it is, the store's whole state is this thread's alone.
@safe
@usableFromInline
struct StateChange<State: Sendable> {
  // SAFETY: points into the root that this thread has checked out, or to memory of its own.
  /// What is to be changed.
  @usableFromInline let pointer: UnsafeMutablePointer<State>
  /// What the end of the change needs; `nil` if its place knows how to end it.
  @usableFromInline let details: StateChangeDetails<State>?

  @inlinable
  init(_ pointer: UnsafeMutablePointer<State>, _ details: StateChangeDetails<State>?) {
    unsafe self.pointer = unsafe pointer
    self.details = details
  }

  fileprivate init(
    _ pointer: UnsafeMutablePointer<State>,
    in root: UnsafeMutableRawPointer?,
    former: UnsafeMutablePointer<State>? = nil,
    isInPlace: Bool = false,
    at position: Int = 0
  ) {
    unsafe self.init(pointer, StateChangeDetails(root, former, isInPlace, position))
  }

  /// Replaces the state.
  @inlinable
  func assign(_ state: State) {
    unsafe pointer.pointee = state
  }
}

@available(*, unavailable)
extension StateChange: Sendable {}

/// A change that its place does not make where the state lies, or not without the type.
@safe
@usableFromInline
final class StateChangeDetails<State> {
  // SAFETY: points into the root that this thread has checked out, and to memory of the place.
  /// The store's root; `nil` for a change that goes nowhere.
  fileprivate let root: UnsafeMutableRawPointer?
  /// The state from before; `nil` if no one compares it.
  fileprivate let former: UnsafeMutablePointer<State>?
  /// Whether the state is changed where it lies in the root.
  fileprivate let isInPlace: Bool
  // Not looked up at the end: reads of views look for it again, and may find another one of its identity.
  /// Where the state is in its container.
  fileprivate let position: Int

  fileprivate init(
    _ root: UnsafeMutableRawPointer?,
    _ former: UnsafeMutablePointer<State>?,
    _ isInPlace: Bool,
    _ position: Int
  ) {
    unsafe self.root = unsafe root
    unsafe self.former = unsafe former
    self.isInPlace = isInPlace
    self.position = position
  }
}

@available(*, unavailable)
extension StateChangeDetails: Sendable {}

extension PlaceReference {
  /// Begins a change of the state, for which every other access to the store waits.
  @inlinable
  final func beginChange<State: Sendable>(of type: State.Type) -> StateChange<State> {
    if let state = unsafe beginDirectChange(of: ObjectIdentifier(type)) {
      return unsafe StateChange(state.assumingMemoryBound(to: State.self), nil)
    }
    return beginTypedChange(of: type)
  }

  /// Ends a change: makes models and views agree with the state.
  @inlinable
  final func endChange<State: Sendable>(_ change: StateChange<State>) {
    if change.details == nil {
      unsafe endDirectChange(at: UnsafeMutableRawPointer(change.pointer))
    } else {
      endTypedChange(change)
    }
  }

  @usableFromInline
  final func beginTypedChange<State: Sendable>(of type: State.Type) -> StateChange<State> {
    place(of: type).beginTypedChange()
  }

  @usableFromInline
  final func endTypedChange<State: Sendable>(_ change: StateChange<State>) {
    place(of: State.self).endTypedChange(change)
  }
}

extension Place {
  /// Begins a change of the state, for which every other access to the store waits.
  final func beginChange() -> StateChange<State> { beginChange(of: State.self) }

  /// Begins a change that has to wait, or to be looked for.
  fileprivate final func beginTypedChange() -> StateChange<State> {
    if hasEnded.load(ordering: .acquiring) || store.hasEnded { return strayChange() }
    let root = unsafe store.beginChange()
    guard !store.hasEnded else {
      unsafe store.endChange(root)
      return strayChange()
    }
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
    return unsafe StateChange(
      pointer,
      in: root,
      former: former,
      isInPlace: place != nil,
      at: place == nil ? lastPosition : positionInPlace
    )
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
      OneStoreDiagnostic.writeAfterEnd(description)
        .report(near: Cause.current?.callSite, in: store.callSite)
    }
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe memory.initialize(to: liveState)
    return unsafe StateChange(memory, in: nil)
  }

  /// Ends a change: makes models and views agree with the state.
  fileprivate final func endTypedChange(_ change: StateChange<State>) {
    guard let details = change.details else { return }
    guard let root = unsafe details.root else {
      unsafe change.pointer.deinitialize(count: 1)
      return unsafe change.pointer.deallocate()
    }
    if !details.isInPlace { unsafe finishAny(in: root) }
    var effects = Effects()
    if let former = unsafe details.former {
      if details.isInPlace {
        unsafe compare(former, change.pointer, &effects)
      } else {
        _ = unsafe withMemory(in: root) { memory in
          unsafe compare(former, memory.assumingMemoryBound(to: State.self), &effects)
        }
      }
    }
    if let field, case .none = field.identity {
    } else {
      unsafe noteIdentity(changedAt: details.position, in: root, &effects)
    }
    unsafe updateAncestors(in: root, &effects)
    unsafe store.end(root, effects)
    // The value from before goes when other threads may use the store again.
    if let former = unsafe details.former {
      unsafe former.deinitialize(count: 1)
      unsafe giveBack(former)
    }
    for call in effects.calls { call() }
  }
}
