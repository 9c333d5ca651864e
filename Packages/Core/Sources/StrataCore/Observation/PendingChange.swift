/// A change that waits in a queue or in a transaction, with its values.
protocol PendingChange: AnyObject {
  var context: Context { get }
  var slot: Int { get }
  var edits: StructureEdits? { get set }
  /// Whether it counts although the values are equal.
  var isForced: Bool { get set }
  /// Whether an observer has read the slot in the transaction; see ``RereadingObserver``.
  var isReadUncommitted: Bool { get set }
  /// The version that the slot had before the transaction that wrote it.
  var versionBefore: UInt64? { get set }
  /// The version that the slot had at the commit.
  var versionAfter: UInt64 { get set }

  /// Whether the old and the new value differ, by the user's own equality; called without a lock.
  var isSignificant: Bool { get }

  /// Notifies an observer.
  func notify(_ observer: any SlotObserver, round: UInt64, cause: Cause?)

  /// Copies the previous value into an empty slot; called with the lock held.
  ///
  /// - Returns: Whether there was one.
  func copyOld(to memory: UnsafeMutableRawPointer) -> Bool

  /// Takes the new value from the context; called with the lock held.
  func captureNewValue()

  /// Passes the change to a closure.
  func withChange(round: UInt64, cause: Cause?, _ body: (borrowing Change) -> Void)

  /// Whether the previous value was retained.
  var hasOld: Bool { get }

  /// The previous value of any type.
  var anyOld: Any? { get }

  /// The new value of any type.
  var anyNew: Any? { get }

  /// This change and a later one of the same slot as one.
  func followed(by later: any PendingChange) -> any PendingChange

  /// The change from the new value to the old one.
  var inverted: any PendingChange { get }

  /// Whether a history has given the slot the new value.
  var isRestored: Bool { get set }

  /// The states of the slot before and after the commit, once a change log has taken the change.
  var states: SlotStates? { get set }

  /// The state that a history has restored in the slot.
  var restoredState: UInt64? { get set }

  /// Prevents other threads from changing the slot before one of the two values is written to it; called in a
  /// transaction, without the lock.
  ///
  /// - Returns: Whether the slot still has the other value.
  func prepareToWrite(_ side: ChangeSide, in tree: Tree) -> Bool

  /// Whether the previous value was put back, so that nothing was committed.
  var isTakenBack: Bool { get }

  /// Puts the previous value back; called with the lock held by the thread whose transaction locks the slot.
  ///
  /// - Returns: The replaced value, to be released after the lock.
  func takeBack() -> Any?

  /// Writes one of the two values to the slot; called in a transaction, without the lock.
  func write(_ side: ChangeSide, _ restoration: inout Restoration)
}

/// Numbers for the values that a slot has had; two numbers are the same only if the values are.
struct SlotStates {
  let before: UInt64
  let after: UInt64
}

/// One of the two values of a change.
enum ChangeSide {
  case old
  case new
}

extension PendingChange {
  func notify(_ observer: any SlotObserver, round: UInt64, cause: Cause?) {
    withChange(round: round, cause: cause) { change in
      if isForced { observer.receiveTouch(change) } else { observer.receive(change) }
    }
  }

  func isOfSameSlot(as other: any PendingChange) -> Bool {
    context === other.context && slot == other.slot
  }
}

extension PendingChange {
  /// Whether derived values have read the slot; called with the lock held.
  var isDerivedSource: Bool {
    unsafe context.headers[slot].flags.contains(.derived)
  }
}

/// A change of a slot of one type.
///
/// It has no `Sendable` conformance of its own, because it stays under its tree's lock until the delivering thread
/// takes it out.
@safe
final class ValueChange<Value>: PendingChange {
  let context: Context
  let slot: Int
  // SAFETY: `old` and `new` are initialized when `hasOld` and `hasNew` say so, and freed by `deinit`. They are memory
  // and not optionals, because a lookup of the optional's type took longer than the rest of each step of a change.
  private let values: UnsafeMutablePointer<Value>
  private(set) var hasOld = false
  private(set) var hasNew = false
  let isEqual: ((Value, Value) -> Bool)?
  var edits: StructureEdits?
  var isForced = false
  var isReadUncommitted = false
  var isRestored = false
  var isTakenBack = false
  var states: SlotStates?
  var restoredState: UInt64?
  var versionBefore: UInt64?
  var versionAfter: UInt64 = 0

  /// A change from a slot's current value; called with the lock held.
  static func forced(
    _ context: Context,
    _ slot: Int,
    isEqual: ((Value, Value) -> Bool)?
  ) -> ValueChange {
    let change = ValueChange(context: context, slot: slot, isEqual: isEqual)
    unsafe change.keepOld(context.pointer(to: Slot<Value>(uncheckedIndex: slot)).pointee)
    change.isForced = true
    return change
  }

  /// A change whose values are not known yet.
  init(
    context: Context,
    slot: Int,
    isEqual: ((Value, Value) -> Bool)? = nil,
    edits: StructureEdits? = nil
  ) {
    self.context = context
    self.slot = slot
    self.isEqual = isEqual
    self.edits = edits
    unsafe values = .allocate(capacity: 2)
  }

  /// A change whose previous value is known.
  convenience init(
    context: Context,
    slot: Int,
    old: Value,
    isEqual: ((Value, Value) -> Bool)? = nil
  ) {
    self.init(context: context, slot: slot, isEqual: isEqual)
    keepOld(old)
  }

  /// A change whose values are known.
  convenience init(
    context: Context,
    slot: Int,
    old: Value,
    new: Value,
    isEqual: ((Value, Value) -> Bool)? = nil
  ) {
    self.init(context: context, slot: slot, old: old, isEqual: isEqual)
    keepNew(new)
  }

  deinit {
    if hasOld { unsafe values.deinitialize(count: 1) }
    if hasNew { unsafe (values + 1).deinitialize(count: 1) }
    unsafe values.deallocate()
  }

  /// The previous value, if it was retained.
  var old: Value? { unsafe hasOld ? values[0] : nil }

  /// The new value, if it is known.
  var new: Value? { unsafe hasNew ? values[1] : nil }

  /// The address of one of the values, if it is there; valid while this is retained.
  func value(_ side: ChangeSide) -> UnsafePointer<Value>? {
    switch side {
    case .old: unsafe hasOld ? UnsafePointer(values) : nil
    case .new: unsafe hasNew ? UnsafePointer(values + 1) : nil
    }
  }

  /// Takes the previous value.
  private func keepOld(_ value: Value) {
    unsafe values.initialize(to: value)
    hasOld = true
  }

  /// Takes the new value, instead of the stored one.
  func keepNew(_ value: Value) {
    if hasNew {
      unsafe values[1] = value
    } else {
      unsafe (values + 1).initialize(to: value)
      hasNew = true
    }
  }

  /// Takes values from a change of the same slot.
  ///
  /// - Parameters:
  ///   - first: The change with the previous value.
  ///   - from: The side of that value.
  ///   - last: The change with the new value.
  ///   - to: The side of that value.
  func keep(_ first: ValueChange, _ from: ChangeSide, _ last: ValueChange, _ to: ChangeSide) {
    if from == .old ? first.hasOld : first.hasNew {
      unsafe keepOld(first.values[from == .old ? 0 : 1])
    }
    if to == .old ? last.hasOld : last.hasNew {
      unsafe keepNew(last.values[to == .old ? 0 : 1])
    }
  }

  var isSignificant: Bool {
    if isForced { return true }
    if let edits {
      // A comparison of contexts alone does not find out that elements came back, or that the rest is the same.
      let isOpen = edits.isChanged && edits.added.isEmpty && edits.removed.isEmpty
      if !isOpen { return edits.isChanged }
    }
    guard let isEqual, hasOld, hasNew else { return true }
    return unsafe !isEqual(values[0], values[1])
  }

  func copyOld(to memory: UnsafeMutableRawPointer) -> Bool {
    guard hasOld else { return false }
    // A structural slot's memory begins with the value.
    unsafe memory.assumingMemoryBound(to: Value.self).initialize(to: values[0])
    return true
  }

  func captureNewValue() {
    unsafe keepNew(context.pointer(to: Slot<Value>(uncheckedIndex: slot)).pointee)
  }

  func withChange(round: UInt64, cause: Cause?, _ body: (borrowing Change) -> Void) {
    guard hasNew else { return }
    body(
      unsafe Change(
        context: context,
        slot: slot,
        round: round,
        cause: cause,
        edits: edits,
        old: hasOld ? UnsafeRawPointer(values) : nil,
        new: UnsafeRawPointer(values + 1)
      )
    )
  }
}
