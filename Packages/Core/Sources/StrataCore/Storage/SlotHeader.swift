public import Synchronization

/// The engine's data about one slot of one context: 16 bytes at the front of the storage block.
///
/// The lock of the context's tree guards it, except that a read without the lock loads the flags.
@frozen
@usableFromInline
struct SlotHeader: ~Copyable, Sendable {
  /// The thread that has the value checked out, or zero.
  @usableFromInline var holder: UInt
  /// The last tracker that recorded a read of this slot; a repeated read then costs a comparison.
  @usableFromInline let epochBits: Atomic<UInt32>
  /// The value's offset, in units of eight bytes from the start of the block; never changed.
  @usableFromInline let offset: UInt16
  @usableFromInline let flagBits: Atomic<UInt16>

  @usableFromInline
  init(offset: UInt16, flags: SlotFlags) {
    self.holder = 0
    epochBits = Atomic(0)
    self.offset = offset
    flagBits = Atomic(flags.rawValue)
  }

  /// The epoch of the run that last recorded a read of the slot; set with the lock held.
  ///
  /// A run finds its own epoch only where it has set it, on the same thread. It can therefore load the epoch without
  /// the lock.
  @inlinable
  var epoch: UInt32 {
    @inline(__always) get { epochBits.load(ordering: .relaxed) }
    @inline(__always) nonmutating set { epochBits.store(newValue, ordering: .relaxed) }
  }

  /// The reasons why an access cannot take the shortest path; changed with the lock held.
  @inlinable
  var flags: SlotFlags {
    @inline(__always) get { SlotFlags(rawValue: flagBits.load(ordering: .relaxed)) }
    // A reader without the lock that misses a cleared flag also sees the value stored before the flag was cleared.
    @inline(__always) nonmutating set { flagBits.store(newValue.rawValue, ordering: .releasing) }
  }

  /// The flags of a context that no other thread knows.
  // SAFETY: the flags are the last two bytes of a header, and an atomic has the layout of its integer.
  @inlinable
  @inline(__always)
  static func unsharedFlags(
    _ header: UnsafeMutablePointer<SlotHeader>
  ) -> UnsafeMutablePointer<SlotFlags> {
    unsafe (UnsafeMutableRawPointer(header) + 14).assumingMemoryBound(to: SlotFlags.self)
  }

  /// The flags, for readers without the lock.
  @inlinable
  var flagsWithoutLock: SlotFlags {
    @inline(__always) get { SlotFlags(rawValue: flagBits.load(ordering: .acquiring)) }
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

  /// There is no value to read: uninitialized, being changed in place, or released.
  @inlinable static var uninitialized: SlotFlags { SlotFlags(rawValue: 1) }
  /// A thread has the value checked out; writers wait.
  @inlinable static var checkedOut: SlotFlags { SlotFlags(rawValue: 2) }
  /// Written in the open transaction; other threads read the value from before, and writers wait.
  @inlinable static var held: SlotFlags { SlotFlags(rawValue: 4) }
  /// An observer wants the changes.
  @inlinable static var watched: SlotFlags { SlotFlags(rawValue: 8) }
  /// The value contains contexts; a change changes the tree.
  @inlinable static var structural: SlotFlags { SlotFlags(rawValue: 16) }
  /// Writes are rejected, because the context has left its tree or is frozen.
  @inlinable static var rejected: SlotFlags { SlotFlags(rawValue: 32) }
  /// The context has left its tree and has finished; reads are reported.
  @inlinable static var stale: SlotFlags { SlotFlags(rawValue: 64) }

  /// Functions or contexts were taken out of the value when the context left its tree.
  @inlinable static var released: SlotFlags { SlotFlags(rawValue: 128) }

  /// Tasks of an earlier incarnation, or replaced bodies, have not returned; their writes are rejected.
  @inlinable static var guarded: SlotFlags { SlotFlags(rawValue: 256) }

  /// Derived values have read it.
  @inlinable static var derived: SlotFlags { SlotFlags(rawValue: 512) }

  /// Its `willSet` runs, so the thread that has the value checked out may read the old one.
  static var announced: SlotFlags { SlotFlags(rawValue: 1_024) }

  /// The context has joined a tree and the contexts in the slot have not; other threads than the holder wait.
  static var joining: SlotFlags { SlotFlags(rawValue: 2_048) }

  /// An observer or a derived value wants the changes.
  @inlinable static var heard: SlotFlags { SlotFlags(rawValue: 8 | 512) }

  /// Whether the open transaction has written the slot, and only observers want to know: the value from before is
  /// kept already, so another write of the same thread has nothing to note.
  @inlinable
  var isHeldAlone: Bool {
    @inline(__always) get { rawValue & ~8 == 4 }
  }

  /// The reasons against the shortest path of a read: `uninitialized`, `checkedOut`, `held`, `stale`.
  @inlinable static var unreadable: SlotFlags { SlotFlags(rawValue: 1 | 2 | 4 | 64) }
  /// The reasons against a read without the lock: these, and `structural`.
  @inlinable static var unreadableWithoutLock: SlotFlags {
    SlotFlags(rawValue: 1 | 2 | 4 | 16 | 64)
  }
}
