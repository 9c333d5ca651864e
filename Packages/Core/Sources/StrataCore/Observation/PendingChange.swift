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

  /// Writes one of the two values to the slot; called in a transaction, without the lock.
  func write(_ side: ChangeSide, _ restoration: inout Restoration)
}

/// One of the two values of a change.
enum ChangeSide {
  case old
  case new
}

// What is worked out from other values is no history's business.
extension PendingChange {
  var hasOld: Bool { false }
  var anyOld: Any? { nil }
  var anyNew: Any? { nil }
  var inverted: any PendingChange { self }
  var isRestored: Bool {
    get { false }
    set {}
  }

  func followed(by later: any PendingChange) -> any PendingChange { later }

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
final class ValueChange<Value>: PendingChange {
  let context: Context
  let slot: Int
  let old: Value?
  private(set) var new: Value?
  let isEqual: ((Value, Value) -> Bool)?
  var edits: StructureEdits?
  var isForced = false
  var versionBefore: UInt64?
  var versionAfter: UInt64 = 0

  /// A change from the value that a slot has; called with the lock held.
  static func forced(_ context: Context, _ slot: Int) -> ValueChange {
    let old = unsafe context.pointer(to: Slot<Value>(uncheckedIndex: slot)).pointee
    let change = ValueChange(context: context, slot: slot, old: old)
    change.isForced = true
    return change
  }
  var isRestored = false

  init(
    context: Context,
    slot: Int,
    old: Value?,
    new: Value? = nil,
    isEqual: ((Value, Value) -> Bool)? = nil,
    edits: StructureEdits? = nil
  ) {
    self.context = context
    self.slot = slot
    self.old = old
    self.new = new
    self.isEqual = isEqual
    self.edits = edits
  }

  var isOfDerivedValue: Bool { false }

  var isSignificant: Bool {
    if isForced { return true }
    if let edits { return edits.isChanged }
    guard let isEqual, let old, let new else { return true }
    return !isEqual(old, new)
  }

  func copyOld(to memory: UnsafeMutableRawPointer) -> Bool {
    guard let old else { return false }
    // A structural slot's memory begins with the value.
    unsafe memory.assumingMemoryBound(to: Value.self).initialize(to: old)
    return true
  }

  func captureNewValue() {
    new = unsafe context.pointer(to: Slot<Value>(uncheckedIndex: slot)).pointee
  }

  func withChange(round: UInt64, cause: Cause?, _ body: (borrowing Change) -> Void) {
    guard let new else { return }
    unsafe withUnsafePointer(to: new) { new in
      func deliver(_ old: UnsafeRawPointer?) {
        body(
          unsafe Change(
            context: context,
            slot: slot,
            round: round,
            cause: cause,
            edits: edits,
            old: old,
            new: new
          )
        )
      }
      guard let old else { return deliver(nil) }
      unsafe withUnsafePointer(to: old) { unsafe deliver($0) }
    }
  }
}
