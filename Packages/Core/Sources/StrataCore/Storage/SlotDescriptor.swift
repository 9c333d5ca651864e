public import StrataConcurrency

/// Describes one slot of a layout: its name, its type, and what the engine may do with its values.
public struct SlotDescriptor: Sendable {
  /// The property's name, for diagnostics, dumps and diffs.
  public let name: String
  /// The property's type.
  public let type: Any.Type
  /// Where the property is declared, if that is known.
  public let declaration: CallSite?
  /// Whether only the owner's own code can name the property; tests do not have to assert about it.
  public let isPrivate: Bool

  let operations: any SlotOperations.Type
  /// Bytes that the slot takes in a storage block.
  let size: Int
  let alignment: Int
  /// Whether the slot's values hold contexts.
  let isStructural: Bool

  /// Describes a slot for plain values.
  ///
  /// - Parameters:
  ///   - name: The property's name.
  ///   - type: The property's type.
  ///   - declaration: Where it is declared.
  ///   - isPrivate: Whether only the owner's own code can name it.
  /// - Returns: The description.
  public static func value<Value>(
    _ name: String,
    _ type: Value.Type,
    declaration: CallSite? = nil,
    isPrivate: Bool = false
  ) -> SlotDescriptor {
    SlotDescriptor(
      name: name,
      type: type,
      declaration: declaration,
      isPrivate: isPrivate,
      operations: PlainSlot<Value>.self,
      // Plain bytes have a copy beside them, which is changed in place.
      size: MemoryLayout<Value>.size + (_isPOD(Value.self) ? MemoryLayout<Value>.stride : 0),
      alignment: MemoryLayout<Value>.alignment,
      isStructural: false
    )
  }

  /// Describes a slot whose values hold contexts.
  ///
  /// - Parameters:
  ///   - name: The property's name.
  ///   - type: The property's type.
  ///   - declaration: Where it is declared.
  ///   - isPrivate: Whether only the owner's own code can name it.
  /// - Returns: The description.
  public static func container<Value: ContextContainer>(
    _ name: String,
    _ type: Value.Type,
    declaration: CallSite? = nil,
    isPrivate: Bool = false
  ) -> SlotDescriptor {
    SlotDescriptor(
      name: name,
      type: type,
      declaration: declaration,
      isPrivate: isPrivate,
      operations: ContainerSlot<Value>.self,
      size: MemoryLayout<ContainerCell<Value>>.size,
      alignment: MemoryLayout<ContainerCell<Value>>.alignment,
      isStructural: true
    )
  }
}

/// What the engine does with a slot's memory without knowing its type.
protocol SlotOperations: Sendable {
  /// Whether the values are plain bytes, which can be forgotten without a word.
  static var isTrivial: Bool { get }

  /// Whether ``release(_:)`` may have something to take out.
  static var isReleasable: Bool { get }

  /// Ends the life of the value in a slot.
  static func deinitialize(_ memory: UnsafeMutableRawPointer)

  /// Takes the value out of a slot, which is empty then.
  static func take(_ memory: UnsafeMutableRawPointer) -> Any

  /// Takes functions and contexts out of a slot, which a context does when it leaves its tree.
  ///
  /// - Returns: What to release outside the lock and whether a value is still there, or `nil` if
  ///   the value may stay.
  static func release(_ memory: UnsafeMutableRawPointer) -> (value: Any, isAbsent: Bool)?

  /// Whether ``empty(_:)`` has something to take out.
  static var canBeEmptied: Bool { get }

  /// Takes the value out of the slot of a cell, which a cell does when its owner leaves the tree: the next
  /// life of the owner begins without it.
  ///
  /// - Returns: What to release outside the lock; `nil` if the value may stay.
  static func empty(_ memory: UnsafeMutableRawPointer) -> Any?

  /// Whether what ``release(_:)`` has taken out is missed; called without a lock.
  static func isMissed(_ value: Any) -> Bool

  /// Makes the tree agree with the value of a structural slot.
  static func reconcile(_ context: Context, slot: Int) -> StructureEdits

  /// Forgets which contexts the slot held, before its context starts a new life.
  static func resetRoster(_ memory: UnsafeMutableRawPointer)

  /// Whether a structural slot held a context when it was last compared.
  static func holds(_ context: Context, _ memory: UnsafeMutableRawPointer) -> Bool

  /// Gives an empty slot a copy of the value in another context's slot of the same kind.
  static func copy(_ source: UnsafeMutableRawPointer, to memory: UnsafeMutableRawPointer)

  /// Makes the rest of a slot whose value has been put there byte for byte.
  static func initializeRoster(_ memory: UnsafeMutableRawPointer)

  /// Replaces handles in the value of a structural slot; called without a lock.
  static func replaceContexts(
    _ memory: UnsafeMutableRawPointer,
    _ replacement: (Context) -> Context?
  )

  /// Takes a context out of the value of a structural slot; called without the lock.
  ///
  /// - Returns: Whether it is still there, because the value cannot do without.
  static func takeOut(_ refused: Context, of context: Context, slot: Int) -> Bool

  /// The contexts that a structural slot holds, read as its value is: tracked and waited for; called
  /// without the lock.
  static func neighbours(of context: Context, slot: Int) -> [Neighbour]

  /// A change of a slot from the value that it has, which counts as one whatever the new value is;
  /// called with the lock held.
  static func makeForcedChange(_ context: Context, slot: Int) -> any PendingChange

  /// A change of a structural slot to the value that it has; called with the lock held.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - slot: The slot.
  ///   - open: What was kept when the change began, if the value from before is wanted.
  ///   - edits: What has become of the contexts.
  /// - Returns: The change.
  static func makeChange(
    _ context: Context,
    slot: Int,
    since open: (any PendingChange)?,
    _ edits: StructureEdits
  ) -> any PendingChange

  /// A copy of the value, for diagnostics.
  static func value(_ memory: UnsafeMutableRawPointer) -> Any

  /// Writes a value of the slot's type, unless it equals the one that is there; called without a lock.
  ///
  /// - Returns: Whether it is of the slot's type.
  static func assign(_ value: Any, to slot: Int, of context: Context) -> Bool

  /// A copy of a value that lies by itself, outside a slot.
  static func bareValue(_ memory: UnsafeRawPointer) -> Any

  /// A change of a slot whose old value is a copy of one that lies by itself.
  static func hold(_ memory: UnsafeRawPointer, _ context: Context, _ slot: Int) -> any PendingChange
}

extension SlotOperations {
  static var canBeEmptied: Bool { false }

  static func empty(_ memory: UnsafeMutableRawPointer) -> Any? { nil }
}
