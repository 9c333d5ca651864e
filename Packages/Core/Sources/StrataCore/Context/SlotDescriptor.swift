public import StrataConcurrency

/// Describes one slot of a layout: its name, its type, and its operations.
public struct SlotDescriptor: Sendable {
  /// The property's name, for diagnostics, dumps and diffs.
  public let name: String
  /// The property's type.
  public let type: Any.Type
  /// The property's declaration, if it is known.
  public let declaration: CallSite?
  /// Whether only the owner's own code can name the property; tests do not have to assert about it.
  public let isPrivate: Bool
  /// Whether recordings leave out the property's values.
  public let isUnrecorded: Bool

  let operations: any SlotOperations.Type
  /// Bytes that the slot takes in a storage block.
  let size: Int
  let byteAlignment: Int
  /// Whether the slot's values contain contexts.
  @_spi(Strata) public let isStructural: Bool

  /// Describes a slot for plain values.
  ///
  /// - Parameters:
  ///   - name: The property's name.
  ///   - type: The property's type.
  ///   - declaration: The property's declaration.
  ///   - isPrivate: Whether only the owner's own code can name it.
  ///   - isUnrecorded: Whether recordings leave out its values.
  /// - Returns: The description.
  public static func value<Value>(
    _ name: String,
    _ type: Value.Type,
    declaration: CallSite? = nil,
    isPrivate: Bool = false,
    isUnrecorded: Bool = false
  ) -> SlotDescriptor {
    SlotDescriptor(
      name: name,
      type: type,
      declaration: declaration,
      isPrivate: isPrivate,
      isUnrecorded: isUnrecorded,
      operations: PlainSlot<Value>.self,
      // Plain bytes have a copy beside them, in which they are changed.
      size: MemoryLayout<Value>.size + (_isPOD(Value.self) ? MemoryLayout<Value>.stride : 0),
      byteAlignment: MemoryLayout<Value>.alignment,
      isStructural: false
    )
  }
}

/// Functions and contexts that were taken out of a slot.
struct ReleasedContent {
  /// The value to release outside the lock.
  let value: Any
  /// Whether the slot has no value now.
  var isUninitialized = false
  /// Whether it is known without user code that a read of the slot lacks something now.
  var isKnownMissed = false
}

/// The engine's operations on a slot's memory whose type it does not know.
protocol SlotOperations: Sendable {
  /// Whether the values are plain bytes, which need no release.
  static var isTrivial: Bool { get }

  /// Whether ``release(_:isSettled:)`` may have something to take out.
  static var isReleasable: Bool { get }

  /// Deinitializes the value in a slot.
  static func deinitialize(_ memory: UnsafeMutableRawPointer)

  /// Moves the value out of a slot, which is empty afterwards.
  static func take(_ memory: UnsafeMutableRawPointer) -> Any

  /// Takes functions and contexts out of a slot whose context leaves its tree.
  ///
  /// - Parameters:
  ///   - memory: The slot.
  ///   - isSettled: Whether the value has not been replaced since the tree compared it.
  /// - Returns: What was taken out; `nil` if the value may stay.
  static func release(_ memory: UnsafeMutableRawPointer, isSettled: Bool) -> ReleasedContent?

  /// Whether ``empty(_:)`` has something to take out.
  static var canBeEmptied: Bool { get }

  /// Takes the value out of the slot of an attachment whose owner leaves the tree.
  ///
  /// The next incarnation of the owner begins without it.
  ///
  /// - Returns: The value to release outside the lock; `nil` if the value may stay.
  static func empty(_ memory: UnsafeMutableRawPointer) -> Any?

  /// Whether a read after ``release(_:isSettled:)`` would lack something; called without a lock.
  static func isMissed(_ value: Any) -> Bool

  /// Compares the value of a structural slot with the tree.
  static func reconcile(_ context: Context, slot: Int) -> StructureEdits

  /// Clears the slot's membership, before its context begins another incarnation.
  static func resetMembership(_ memory: UnsafeMutableRawPointer)

  /// Whether a structural slot contained a context at the last comparison.
  static func holds(_ context: Context, _ memory: UnsafeMutableRawPointer) -> Bool

  /// Gives an empty slot a copy of the value in another context's slot of the same kind.
  static func copy(_ source: UnsafeMutableRawPointer, to memory: UnsafeMutableRawPointer)

  /// Initializes the rest of a slot whose value was copied byte for byte.
  static func initializeMembership(_ memory: UnsafeMutableRawPointer)

  /// Replaces handles in the value of a structural slot; called without a lock.
  static func replaceContexts(
    _ memory: UnsafeMutableRawPointer,
    _ replacement: (Context) -> Context?
  )

  /// Takes a context out of the value of a structural slot; called without the lock.
  ///
  /// - Returns: Whether it remains, because the value cannot exist without it.
  static func takeOut(_ rejected: Context, of context: Context, slot: Int) -> Bool

  /// The contexts in a structural slot; called without the lock.
  ///
  /// They are read as the slot's value is: tracked, and after a wait if necessary.
  static func adjacentContexts(of context: Context, slot: Int) -> [AdjacentContext]

  /// A change of a slot from its current value, which counts as a change for any new value; called with the lock held.
  static func makeForcedChange(_ context: Context, slot: Int) -> any PendingChange

  /// A change of a structural slot to its current value; called with the lock held.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - slot: The slot.
  ///   - open: The record from the beginning of the change, if a reader needs the previous value.
  ///   - edits: The structural difference.
  /// - Returns: The change.
  static func makeChange(
    _ context: Context,
    slot: Int,
    since open: (any PendingChange)?,
    _ edits: StructureEdits
  ) -> any PendingChange

  /// A copy of the value, for diagnostics.
  static func value(_ memory: UnsafeMutableRawPointer) -> Any

  /// The value from before the open transaction, if that has written the slot; called with the lock held.
  static func valueBefore(_ context: Context, _ slot: Int) -> Any?

  /// Writes a value of the slot's type, unless it equals the current one; called without a lock.
  ///
  /// - Returns: Whether the value is of the slot's type.
  static func assign(_ value: Any, to slot: Int, of context: Context) -> Bool

  /// A copy of a value that lies outside a slot.
  static func bareValue(_ memory: UnsafeRawPointer) -> Any

  /// A change of a slot whose old value is a copy of one outside a slot.
  ///
  /// - Parameters:
  ///   - memory: The old value.
  ///   - context: The context.
  ///   - slot: The slot.
  ///   - isCompared: Whether an equal new value counts as no change.
  /// - Returns: The change.
  static func hold(
    _ memory: UnsafeRawPointer,
    _ context: Context,
    _ slot: Int,
    isCompared: Bool
  ) -> any PendingChange
}

extension SlotOperations {
  static var canBeEmptied: Bool { false }

  static func empty(_ memory: UnsafeMutableRawPointer) -> Any? { nil }
}
