import StrataConcurrency
import StrataCore

// Properties with `willSet` or `didSet`. Both run once for each write or change in place, on the writing thread,
// outside all locks. As in a struct, `willSet` runs while the property still has its old value, `didSet` when it
// has the new one. An assignment that they make to the property itself does not call them again.

extension ModelNode {
  /// A property with observers that ask for the old or the new value, by its index in the layout.
  ///
  /// From the beginning of a change to its `willSet`, other threads that change the property wait, so no update
  /// is lost. All threads still read the old value.
  public subscript<Value>(
    slot: Int,
    willSet willSet: (Value) -> Void,
    didSet didSet: (Value) -> Void
  ) -> Value {
    get { self[slot] }
    nonmutating _modify {
      var change = ObservedChange<Value>(context, slot)
      defer {
        change.end(willSet, didSet) { context.endObservedChange($0, $1, isEqual: nil) }
      }
      yield &change.value
    }
  }

  /// A property with observers that ask for the old or the new value; an equal value notifies no observer.
  public subscript<Value: Equatable>(
    slot: Int,
    willSet willSet: (Value) -> Void,
    didSet didSet: (Value) -> Void
  ) -> Value {
    get { self[slot] }
    nonmutating _modify {
      var change = ObservedChange<Value>(context, slot)
      defer {
        change.end(willSet, didSet) {
          context.endObservedChange($0, $1, isEqual: { $0 == $1 })
        }
      }
      yield &change.value
    }
  }

  /// A property that contains models, with observers that ask for the old or the new value.
  public subscript<Value: ModelContainer>(
    slot: Int,
    willSet willSet: (Value) -> Void,
    didSet didSet: (Value) -> Void
  ) -> Value {
    get { self[slot] }
    nonmutating _modify {
      var change = ObservedChange<Value>(context, slot)
      defer {
        change.end(willSet, didSet) {
          context.endObservedChange(container: $0, $1, isEqual: nil)
        }
      }
      yield &change.value
    }
  }

  /// A property that contains models, with observers that ask for the old or the new value.
  public subscript<Value: ModelContainer & Equatable>(
    slot: Int,
    willSet willSet: (Value) -> Void,
    didSet didSet: (Value) -> Void
  ) -> Value {
    get { self[slot] }
    nonmutating _modify {
      var change = ObservedChange<Value>(context, slot)
      defer {
        change.end(willSet, didSet) {
          context.endObservedChange(container: $0, $1, isEqual: { $0 == $1 })
        }
      }
      yield &change.value
    }
  }

  /// Assigns to a property in place.
  ///
  /// The setter of a property with observers calls this, so that they have one call site.
  @inlinable
  public func assign<Value>(_ value: consuming Value, to property: inout Value) {
    property = value
  }

  /// Runs a `didSet` that does not ask for the old value, after a change in the value's own memory.
  ///
  /// It does not run for a rejected change, nor for its own assignments to the property.
  public func didChange(_ slot: Int, _ didSet: () -> Void) {
    switch context.currentPhase {
    case .frozen, .sealed, .removed: return
    case .detached, .attached, .active: break
    }
    let run = RunningObserver(context, slot)
    guard run.phase == nil else { return }
    run.phase = .didSet
    defer { run.phase = nil }
    didSet()
  }
}

/// A change of a property with observers, from its beginning to its end.
private struct ObservedChange<Value> {
  /// The way a change treats the property's observers.
  private enum Kind {
    /// They run.
    case observed(old: Value)
    /// Made by its `didSet`: it is stored, and they do not run.
    case byDidSet
    /// Made by its `willSet`, and overwritten by the value that `willSet` was given; or rejected.
    case inVain
  }

  private let context: Context
  private let slot: Slot<Value>
  private let kind: Kind
  /// The value that the caller changes.
  var value: Value

  init(_ context: Context, _ index: Int) {
    self.context = context
    slot = Slot(uncheckedIndex: index)
    let phase = RunningObserver(context, index).phase
    if phase != .willSet, let old = context.beginObservedChange(slot) {
      kind = phase == nil ? .observed(old: old) : .byDidSet
      value = old
    } else {
      kind = .inVain
      value = context.unobservedValue(slot)
    }
  }

  /// Stores the value, with the observers before and after.
  func end(
    _ willSet: (Value) -> Void,
    _ didSet: (Value) -> Void,
    by store: (Slot<Value>, Value) -> Bool
  ) {
    switch kind {
    case .inVain: break
    case .byDidSet: _ = store(slot, value)
    case .observed(let old):
      let run = RunningObserver(context, slot.index)
      defer { run.phase = nil }
      run.phase = .willSet
      context.announceObservedChange(of: slot.index)
      willSet(value)
      run.phase = .didSet
      if store(slot, value) { didSet(old) }
    }
  }
}

/// Names the observers of one property of one model on one thread, which are registered while they run.
private struct RunningObserver: Hashable, Sendable {
  enum Phase: Sendable {
    case willSet
    case didSet
  }

  private let context: ObjectIdentifier
  private let slot: Int
  private let thread = ThreadIdentity.current

  init(_ context: Context, _ slot: Int) {
    self.context = ObjectIdentifier(context)
    self.slot = slot
  }

  /// The observer that is running, if one is.
  var phase: Phase? {
    get { Self.running.withLock { $0[self] } }
    nonmutating set { Self.running.withLock { $0[self] = newValue } }
  }

  private static let running = Locked<[RunningObserver: Phase]>([:], rank: .leaf)
}
