import StrataConcurrency

/// The open transaction's writes of plain bytes that nobody observed when they were made, with the previous values.
///
/// A box with the previous value costs more than ten writes. The commit of such a write needs none, if nobody observes
/// the slot by then.
@safe
struct PlainWrites: ~Copyable {
  @safe
  fileprivate struct Entry: BitwiseCopyable {
    // SAFETY: retained as long as the list has an entry of it, see `owns`.
    let context: Unmanaged<Context>
    let slot: Int32
    /// The number of boxed changes that the transaction had before.
    let position: UInt32
    /// Whether this entry retains the context; otherwise the one before does.
    let owns: Bool
    /// Whether an equal value counts as no change.
    let isCompared: Bool
    /// The value from before the transaction.
    var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  }

  /// So many contexts are released from the stack, and the memory of the list is used again.
  private static let mostOwners = 16
  /// So many entries are searched in turn, for each read of another thread.
  private static let mostEntries = 64

  private var entries = PlainList<Entry>()
  private var ownerCount = 0

  init() {}

  /// Releases the contexts, whose `deinit` may run the user's code.
  deinit {
    for index in 0..<entries.count where entries[index].owns {
      unsafe entries[index].context.release()
    }
  }

  var isEmpty: Bool { @inline(__always) get { entries.isEmpty } }

  /// Whether the entries are to become boxed changes, which have an index, before the next one.
  var isFull: Bool { @inline(__always) get { entries.count >= Self.mostEntries } }

  /// Keeps the value of a slot from before its first write; called with the lock held.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - slot: The slot.
  ///   - size: The bytes of the value, at most 32.
  ///   - isCompared: Whether an equal value counts as no change.
  ///   - position: The number of boxed changes of the transaction.
  mutating func hold(
    _ context: Context,
    _ slot: Int,
    size: Int,
    isCompared: Bool,
    position: Int
  ) {
    // SAFETY: the entry that owns the context retains it, until the contexts are released or passed on.
    let reference = unsafe Unmanaged.passUnretained(context)
    let last = entries.count - 1
    let owns = unsafe last < 0 || entries[last].context.toOpaque() != reference.toOpaque()
    if owns {
      _ = unsafe reference.retain()
      ownerCount += 1
    }
    entries.append(
      unsafe Entry(
        context: reference,
        slot: Int32(truncatingIfNeeded: slot),
        position: UInt32(truncatingIfNeeded: position),
        owns: owns,
        isCompared: isCompared
      )
    )
    // SAFETY: the slot has a value of this size, and the entry has room for 32 bytes.
    unsafe UnsafeMutableRawPointer(bytes(at: last + 1))
      .copyMemory(from: context.address(ofSlotAt: slot), byteCount: size)
  }

  /// The value of a slot from before the transaction, if the list has it; called with the lock held.
  ///
  /// - Complexity: O(number of entries), which are 64 at most.
  func before<Value>(_ context: Context, _ slot: Int) -> Value? {
    guard let index = index(of: context, slot) else { return nil }
    // SAFETY: only values of the slot's type are held, and the bytes are aligned as any value that is held.
    return unsafe UnsafeRawPointer(bytes(at: index)).assumingMemoryBound(to: Value.self).pointee
  }

  func contains(_ context: Context, _ slot: Int) -> Bool { index(of: context, slot) != nil }

  private func index(of context: Context, _ slot: Int) -> Int? {
    // SAFETY: only compared.
    let address = unsafe Unmanaged.passUnretained(context).toOpaque()
    return (0..<entries.count).first {
      unsafe entries[$0].slot == slot && entries[$0].context.toOpaque() == address
    }
  }

  private borrowing func bytes(
    at index: Int
  ) -> UnsafeMutablePointer<(UInt64, UInt64, UInt64, UInt64)> {
    // SAFETY: the list keeps the address until it grows.
    let entry = unsafe UnsafeMutableRawPointer(entries.address(of: index))
    let offset = MemoryLayout<Entry>.offset(of: \.bytes) ?? 0
    return unsafe (entry + offset)
      .assumingMemoryBound(to: (UInt64, UInt64, UInt64, UInt64).self)
  }

  // MARK: The commit

  /// Whether still nobody observes the slots, and their contexts are still in the tree; called with the lock held.
  var areUnheard: Bool {
    for index in 0..<entries.count {
      let entry = entries[index]
      let flags = unsafe entry.context._withUnsafeGuaranteedRef {
        unsafe $0.headers[Int(entry.slot)].flags
      }
      guard flags == .held else { return false }
    }
    return true
  }

  /// Gives the slots free; called with the lock held.
  ///
  /// - Precondition: ``areUnheard``.
  func giveFree() {
    for index in 0..<entries.count {
      let entry = entries[index]
      unsafe entry.context._withUnsafeGuaranteedRef { context in
        unsafe context.headers[Int(entry.slot)].flags = []
        context.forgetCommittedVersion(ofSlotAt: Int(entry.slot))
      }
    }
  }

  /// Makes changes of all entries, and forgets these; called with the lock held.
  ///
  /// - Returns: The changes with their positions among the boxed ones.
  mutating func takeBoxed() -> [(change: any PendingChange, position: Int)] {
    let boxed = (0..<entries.count).map { index in
      let entry = entries[index]
      let context = unsafe entry.context.takeUnretainedValue()
      let operations = context.layout.slots[Int(entry.slot)].operations
      let change = unsafe operations.hold(
        UnsafeRawPointer(bytes(at: index)),
        context,
        Int(entry.slot),
        isCompared: entry.isCompared
      )
      return (change, Int(entry.position))
    }
    // The changes retain the contexts, so nothing is freed under the lock.
    for index in 0..<entries.count where entries[index].owns {
      unsafe entries[index].context.release()
    }
    forget()
    return boxed
  }

  /// Forgets all entries, and passes their contexts on.
  ///
  /// The memory is used again, unless the contexts are many.
  ///
  /// - Parameters:
  ///   - few: Receives the contexts, to be released without the lock.
  ///   - many: Receives the list, if there are too many contexts.
  /// - Returns: The number of contexts in `few`.
  mutating func takeOwners(
    // SAFETY: who takes the contexts releases each once.
    _ few: UnsafeMutableBufferPointer<Unmanaged<Context>>,
    orAll many: inout PlainWrites
  ) -> Int {
    guard ownerCount <= few.count else {
      swap(&self, &many)
      return 0
    }
    var count = 0
    for index in 0..<entries.count where entries[index].owns {
      unsafe few.initializeElement(at: count, to: entries[index].context)
      count += 1
    }
    forget()
    return count
  }

  private mutating func forget() {
    entries.removeAll()
    ownerCount = 0
  }

  /// Takes the contexts of the open transaction's entries out, and releases them after a closure has given the lock
  /// back.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - body: Called with the lock held, which it releases.
  @inline(__always)
  static func releaseOwners(in tree: Tree, after body: () -> Void) {
    var many = PlainWrites()
    // SAFETY: the first `count` elements are contexts that entries have retained.
    unsafe withUnsafeTemporaryAllocation(of: Unmanaged<Context>.self, capacity: mostOwners) { few in
      let count = unsafe tree.plainWrites.takeOwners(few, orAll: &many)
      body()
      for index in 0..<count { unsafe few[index].release() }
    }
    _ = consume many
  }
}

@available(*, unavailable)
extension PlainWrites: Sendable {}

@available(*, unavailable)
extension PlainWrites.Entry: Sendable {}

extension Tree {
  /// Makes changes of the plain writes, in the order of the first writes; called with the lock held.
  func boxPlainWrites() {
    if !plainWrites.isEmpty { log.insert(plainWrites.takeBoxed()) }
  }

  /// The change of a slot in the open transaction; called with the lock held.
  func heldChange(_ context: Context, _ slot: Int) -> (any PendingChange)? {
    if plainWrites.contains(context, slot) { boxPlainWrites() }
    return log.change(context, slot)
  }

  /// Whether the open transaction has the value of a slot from before; called with the lock held.
  func hasBefore(_ context: Context, _ slot: Int) -> Bool {
    plainWrites.contains(context, slot) || log.change(context, slot) != nil
  }

  /// The value of a slot from before the open transaction, if the transaction has written it; called with the lock held.
  func before<Value>(_ context: Context, _ slot: Int) -> Value? {
    plainWrites.isEmpty
      ? log.before(context, slot)
      : plainWrites.before(context, slot) ?? log.before(context, slot)
  }
}

extension Context {
  /// Keeps the value of a slot from before the first write of this thread's open transaction, without a box; called
  /// with the lock held.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - size: The bytes of the slot's value if it is ``PlainBytes``, or else 0.
  ///   - isCompared: Whether an equal value counts as no change.
  /// - Returns: Whether nothing remains to be noted before the write; `false` for a slot that is observed or not plain.
  @usableFromInline
  func joinsTransaction(_ slot: Int, size: Int, isCompared: Bool) -> Bool {
    unsafe treeReference._withUnsafeGuaranteedRef { tree in
      guard unsafe headers[slot].flags.rawValue == 0, size > 0, tree.transaction.owner == .current,
        tree.lock.flagWord & (TreeFlags.waiters | TreeFlags.changeListeners) == 0
      else { return false }
      markHeld(slot)
      if tree.plainWrites.isFull { tree.boxPlainWrites() }
      tree.plainWrites.hold(
        self,
        slot,
        size: size,
        isCompared: isCompared,
        position: tree.log.changes.count
      )
      return true
    }
  }
}
