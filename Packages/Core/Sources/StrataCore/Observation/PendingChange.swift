/// A change that waits in a queue or in a transaction, with its values.
protocol PendingChange: AnyObject {
  var context: Context { get }
  var slot: Int { get }
  var edits: StructureEdits? { get set }
  /// Whether it counts although the values are equal.
  var isForced: Bool { get set }
  /// Whether it is a derived value that may have changed.
  var isOfDerivedValue: Bool { get }
  /// The version that the slot had before the transaction that wrote it.
  var versionBefore: UInt64? { get set }
  /// The version that the slot had at the commit.
  var versionAfter: UInt64 { get set }

  /// Whether the old and the new value differ, by the user's own equality; called without a lock.
  var isSignificant: Bool { get }

  /// Whether a derived value was found to differ, by the thread that delivers the change.
  var isFoundSignificant: Bool { get }

  /// Tells a watcher.
  func tell(_ watcher: any Watcher, round: UInt64, cause: Cause?)

  /// Puts a copy of the value from before into a slot that is empty; called with the lock held.
  ///
  /// - Returns: Whether there was one.
  func copyOld(to memory: UnsafeMutableRawPointer) -> Bool

  /// Takes the new value from the context; called with the lock held.
  func captureNewValue()

  /// Hands the change to a closure.
  func withChange(round: UInt64, cause: Cause?, _ body: (borrowing Change) -> Void)

  /// Whether the value from before was kept.
  var hasOld: Bool { get }

  /// The value from before, whatever its type.
  var anyOld: Any? { get }

  /// The value from after, whatever its type.
  var anyNew: Any? { get }

  /// This change and a later one of the same slot as one.
  func followed(by later: any PendingChange) -> any PendingChange

  /// The change from the new value to the old one.
  var inverted: any PendingChange { get }

  /// Whether a history has given the slot the new value.
  var isRestored: Bool { get set }

  /// The states that the slot had before and after the commit, once a journal has taken the change.
  var states: SlotStates? { get set }

  /// The state to which a history has led the slot back.
  var restoredState: UInt64? { get set }

  /// Keeps other threads from changing the slot before one of the two values is written to it; called in a
  /// transaction, without the lock.
  ///
  /// - Returns: Whether the slot has the other value.
  func prepareToWrite(_ side: ChangeSide, in tree: Tree) -> Bool

  /// Writes one of the two values to the slot; called in a transaction, without the lock.
  func write(_ side: ChangeSide, _ restoration: inout Restoration)
}

/// Names the values that a slot has had: two numbers are the same only if the values are.
struct SlotStates {
  let before: UInt64
  let after: UInt64
}

/// One of the two values of a change.
enum ChangeSide {
  case old
  case new
}

// What is worked out from other values is no history's business.
extension PendingChange {
  var isFoundSignificant: Bool { false }

  func tell(_ watcher: any Watcher, round: UInt64, cause: Cause?) {
    withChange(round: round, cause: cause) { change in
      if isForced { watcher.receiveTouch(change) } else { watcher.receive(change) }
    }
  }

  var hasOld: Bool { false }
  var anyOld: Any? { nil }
  var anyNew: Any? { nil }
  var inverted: any PendingChange { self }
  var isRestored: Bool {
    get { false }
    set {}
  }

  var states: SlotStates? {
    get { nil }
    set {}
  }
  var restoredState: UInt64? {
    get { nil }
    set {}
  }

  func followed(by later: any PendingChange) -> any PendingChange { later }

  func prepareToWrite(_ side: ChangeSide, in tree: Tree) -> Bool { true }

  func write(_ side: ChangeSide, _ restoration: inout Restoration) {}

  func isOfSameSlot(as other: any PendingChange) -> Bool {
    context === other.context && slot == other.slot
  }
}

extension PendingChange {
  /// Whether derived values have read the slot; called with the lock held.
  var isDerivedSource: Bool {
    unsafe !isOfDerivedValue && context.headers[slot].flags.contains(.derived)
  }
}

/// A change of a slot of one type.
///
/// Has no `Sendable` conformance of its own: it lives under its tree's lock until the one thread
/// that delivers takes it out.
@safe
final class ValueChange<Value>: PendingChange {
  let context: Context
  let slot: Int
  // SAFETY: `old` and `new` are initialized when `hasOld` and `hasNew` say so, and freed by `deinit`.
  // Memory and not optionals: to ask the runtime for the type of an optional value took longer, in each
  // of the steps that a change goes through, than all that the step does.
  private let values: UnsafeMutablePointer<Value>
  private(set) var hasOld = false
  private(set) var hasNew = false
  let isEqual: ((Value, Value) -> Bool)?
  var edits: StructureEdits?
  var isForced = false
  var isRestored = false
  var states: SlotStates?
  var restoredState: UInt64?
  var versionBefore: UInt64?
  var versionAfter: UInt64 = 0

  /// A change from the value that a slot has; called with the lock held.
  static func forced(_ context: Context, _ slot: Int) -> ValueChange {
    let change = ValueChange(context: context, slot: slot)
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

  /// A change whose value from before is known.
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

  /// The value from before, if it was kept.
  var old: Value? { unsafe hasOld ? values[0] : nil }

  /// The value from after, if it is known.
  var new: Value? { unsafe hasNew ? values[1] : nil }

  /// Takes the value from before.
  private func keepOld(_ value: Value) {
    unsafe values.initialize(to: value)
    hasOld = true
  }

  /// Takes the value from after, in the place of the one that is there.
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
  ///   - first: Whose value is the one from before.
  ///   - from: Which of its values.
  ///   - last: Whose value is the one from after.
  ///   - to: Which of its values.
  func keep(_ first: ValueChange, _ from: ChangeSide, _ last: ValueChange, _ to: ChangeSide) {
    if from == .old ? first.hasOld : first.hasNew {
      unsafe keepOld(first.values[from == .old ? 0 : 1])
    }
    if to == .old ? last.hasOld : last.hasNew {
      unsafe keepNew(last.values[to == .old ? 0 : 1])
    }
  }

  var isOfDerivedValue: Bool { false }

  var isSignificant: Bool {
    if isForced { return true }
    if let edits { return edits.isChanged }
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
