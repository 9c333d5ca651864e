/// What the engine knows of one slot of one context: 16 bytes at the front of the storage block.
///
/// Guarded by the lock of the context's tree.
@frozen
@usableFromInline
struct SlotHeader: Sendable {
  /// The thread that has the value checked out, or zero.
  @usableFromInline var holder: UInt
  /// The last tracker that recorded a read of this slot; a repeated read then costs a comparison.
  @usableFromInline var stamp: UInt32
  /// Where the value is, in units of eight bytes from the start of the block.
  @usableFromInline var offset: UInt16
  @usableFromInline var flags: SlotFlags

  @usableFromInline
  init(offset: UInt16, flags: SlotFlags) {
    self.holder = 0
    self.stamp = 0
    self.offset = offset
    self.flags = flags
  }
}

/// The reasons why an access to a slot cannot take the shortest path.
@frozen
@usableFromInline
struct SlotFlags: OptionSet, Sendable {
  @usableFromInline var rawValue: UInt16

  @inlinable
  @inline(__always)
  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// There is no value to read: not initialised yet, being changed in place, or released.
  @inlinable static var absent: SlotFlags { SlotFlags(rawValue: 1) }
  /// A thread has the value checked out; writers wait.
  @inlinable static var busy: SlotFlags { SlotFlags(rawValue: 2) }
  /// Written in the open transaction; other threads read the value from before, and writers wait.
  @inlinable static var held: SlotFlags { SlotFlags(rawValue: 4) }
  /// Someone wants to know of changes.
  @inlinable static var watched: SlotFlags { SlotFlags(rawValue: 8) }
  /// The value holds contexts; a change changes the tree.
  @inlinable static var structural: SlotFlags { SlotFlags(rawValue: 16) }
  /// Writes are refused: the context has left its tree, or is frozen.
  @inlinable static var refused: SlotFlags { SlotFlags(rawValue: 32) }
  /// The context has left its tree for good; reads are reported.
  @inlinable static var stale: SlotFlags { SlotFlags(rawValue: 64) }

  /// Functions or contexts were taken out of the value when the context left its tree.
  @inlinable static var released: SlotFlags { SlotFlags(rawValue: 128) }

  /// Tasks of a former life, or bodies that were replaced, still unwind; what they write is refused.
  @inlinable static var guarded: SlotFlags { SlotFlags(rawValue: 256) }

  /// Derived values have read it.
  @inlinable static var derived: SlotFlags { SlotFlags(rawValue: 512) }

  /// Someone wants to know of changes, or a derived value does.
  static var heard: SlotFlags { [.watched, .derived] }

  /// What keeps a read from the shortest path.
  @inlinable static var unreadable: SlotFlags { SlotFlags(rawValue: 1 | 4 | 64) }
}
