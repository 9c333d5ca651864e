public import StrataConcurrency
public import Synchronization

/// A node of a tree of state: values in slots, a place among other contexts, and a life.
///
/// A handle (a model value of the layer above) is a strong reference to a context. That keeps the
/// memory, not the life: a context lives while its parents hold it and the tree's ``Anchor`` is
/// there, and it ends for every handle at once when it is removed.
///
/// Values exist from ``init(layout:)`` on. A context that is in no tree is guarded by one of a few
/// shared locks; joining a tree changes the guard to the tree's lock, which is why an access takes
/// the lock it finds and then checks that it is still the right one.
///
/// All functions may be called from any thread.
@safe
// SAFETY: `guardLock` and `atomicPhase` are atomic. `memory` never changes; what it points to, and every `var`
// below, is touched only while the lock that `guardLock` names is held, except by the
// initializer and `initialize`, which run before the context is shared, and by `deinit`.
public final class Context: @unchecked Sendable {
  /// The kind of this context.
  public let layout: Layout
  /// Different for each context; copies that stand for the same thing share it.
  public let id: ContextID

  /// The lock that guards this context now, as ``LockReference/bitPattern``.
  @usableFromInline let guardLock: Atomic<UInt>
  /// The count of stores, the headers of all slots, then the values.
  @usableFromInline let memory: UnsafeMutableRawPointer

  // SAFETY: set by `tree` alone, which counts; a shared tree stays for good and is not counted, for
  // threads that make contexts would meet at the counts of these few trees.
  /// The tree whose lock is the guard, uncounted, for the paths on which counting would show.
  private(set) var treeReference: Unmanaged<Tree>
  /// The phase: changed while the lock is held, and read without it where nobody listens to events.
  @usableFromInline let atomicPhase = Atomic<ContextPhase>(.detached)
  /// The first parent's slot that holds this context.
  var parentSlot: UInt16 = 0
  /// Set once the activation has been asked for, so that it is asked for once per life.
  var isActivationDue = false
  /// Whether work of lives that have ended has still to be told to stop.
  var isEnding = false

  var parentLink = ContextLink(nil)
  var firstChildLink = ContextLink(nil)
  /// The next in the siblings' order of arrival; nothing behind the last.
  var nextSiblingLink = ContextLink(nil)
  /// The one before; for the first child, the last of the list.
  var previousSiblingLink = ContextLink(nil)
  /// What few contexts have.
  @safe @exclusivity(unchecked) @usableFromInline var parts: ContextParts?

  /// Makes a context in no tree, whose slots have no values yet.
  ///
  /// Give each slot its value with ``initialize(_:to:)`` before the context is shared.
  ///
  /// - Complexity: O(number of slots), two allocations.
  public convenience init(layout: Layout) {
    self.init(layout: layout, id: ContextID.next())
  }

  init(layout: Layout, id: ContextID) {
    self.layout = layout
    self.id = id
    let tree = unsafe Tree.detachedForThisThread
    unsafe treeReference = unsafe tree
    guardLock = unsafe Atomic(tree._withUnsafeGuaranteedRef { $0.lock.bitPattern })
    unsafe memory = layout.makeBlock()
  }

  /// Makes a context that is guarded as another is, and belongs to it; called with the lock held.
  init(layout: Layout, beside owner: Context) {
    self.layout = layout
    id = ContextID.next()
    let tree = unsafe owner.treeReference
    let isShared = unsafe tree._withUnsafeGuaranteedRef { $0.isDetached }
    unsafe treeReference = unsafe isShared ? tree : tree.retain()
    guardLock = Atomic(owner.guardLock.load(ordering: .relaxed))
    unsafe memory = layout.makeBlock()
  }

  /// The tree whose lock is the guard.
  ///
  /// Kept, like the former trees among the parts, until the context is gone, so that a thread which
  /// has read `guardLock` may still take that lock.
  var tree: Tree {
    get { unsafe treeReference.takeUnretainedValue() }
    set {
      let former = unsafe treeReference
      unsafe treeReference = .passUnretained(newValue)
      if !newValue.isDetached { _ = unsafe treeReference.retain() }
      unsafe releaseTree(former)
    }
  }

  // SAFETY: a tree that is not shared was retained when it was set.
  private func releaseTree(_ tree: Unmanaged<Tree>) {
    let isShared = unsafe tree._withUnsafeGuaranteedRef { $0.isDetached }
    if !isShared { unsafe tree.release() }
  }

  /// Gives a context that is in no tree the tree of another; called with both locks held.
  func shareTree(with other: Context) {
    wakeWaitersBeforeMoving()
    unsafe treeReference = unsafe other.treeReference.retain()
  }

  deinit {
    unsafe releaseTree(treeReference)
    for index in layout.nontrivialSlots where unsafe !headers[index].flags.contains(.absent) {
      let slot = layout.slots[index]
      if slot.isStructural {
        unsafe DeferredRelease.release(slot.operations, address(ofSlotAt: index))
      } else {
        unsafe slot.operations.deinitialize(address(ofSlotAt: index))
      }
    }
    unsafe Layout.freeBlock(memory)
  }

  /// Gives a slot its first value.
  ///
  /// - Precondition: The context is not shared with another thread yet.
  @inlinable
  public func initialize<Value>(_ slot: Slot<Value>, to value: consuming Value) {
    checkType(slot)
    // Nobody else knows the context yet, so nothing has to be atomic; atomic accesses would keep the
    // compiler from leaving out a count of the context, which costs as much as a lock pair.
    let flags = unsafe SlotHeader.unsharedFlags(headers + slot.index)
    if unsafe flags.pointee.contains(.absent) {
      unsafe pointer(to: slot).initialize(to: value)
      unsafe flags.pointee.remove(.absent)
    } else {
      unsafe pointer(to: slot).pointee = value
    }
  }

  // MARK: Values

  /// Puts a value into a slot and gives the one that was there, to be released outside; called with the
  /// lock held.
  @inlinable
  @inline(__always)
  func exchange<Value>(_ slot: Slot<Value>, with value: inout Value) {
    guard PlainBytes.areOf(Value.self) else {
      return unsafe swap(&pointer(to: slot).pointee, &value)
    }
    let former = unsafe pointer(to: slot).pointee
    // Odd while the pieces are stored.
    if !PlainBytes.areWord(Value.self) { countStores(1) }
    unsafe PlainBytes.store(value, to: address(ofSlotAt: slot.index))
    if !PlainBytes.areWord(Value.self) { countStores(1) }
    value = former
  }

  /// Marks a slot as written in the open transaction, before it is; called with the lock held.
  func markHeld(_ slot: Int) {
    unsafe headers[slot].flags.insert(.held)
    countStores(2)
  }

  /// Makes threads that are reading without the lock at this moment begin anew; called with the lock
  /// held.
  @inlinable
  @inline(__always)
  func countStores(_ step: Int) {
    let count = unsafe storeCount.pointee.load(ordering: .relaxed)
    unsafe storeCount.pointee.store(count &+ step, ordering: .releasing)
  }

  // MARK: Memory

  /// Counts what a read without the lock could see half of: the beginning of a transaction's stores to a
  /// slot, and stores of values in pieces, during which it is odd.
  @inlinable
  var storeCount: UnsafeMutablePointer<Atomic<Int>> {
    @inline(__always) get { unsafe memory.assumingMemoryBound(to: Atomic<Int>.self) }
  }

  /// The headers of the slots; guarded by the lock.
  @inlinable
  var headers: UnsafeMutablePointer<SlotHeader> {
    @inline(__always) get {
      unsafe (memory + Layout.headersOffset).assumingMemoryBound(to: SlotHeader.self)
    }
  }

  @inlinable
  @inline(__always)
  func address(ofSlotAt index: Int) -> UnsafeMutableRawPointer {
    unsafe memory + Int(headers[index].offset) &* 8
  }

  @inlinable
  @inline(__always)
  func pointer<Value>(to slot: Slot<Value>) -> UnsafeMutablePointer<Value> {
    unsafe address(ofSlotAt: slot.index).assumingMemoryBound(to: Value.self)
  }

  @inlinable
  @inline(__always)
  func checkType<Value>(_ slot: Slot<Value>) {
    #if DEBUG
    let slots = layout.slots
    if !slots.indices.contains(slot.index) || slots[slot.index].type != Value.self {
      refuse(slot.index, as: Value.self)
    }
    #endif
  }

  // MARK: The guard

  /// Where the context is in its life; set with the lock held.
  @inlinable
  var phase: ContextPhase {
    @inline(__always) get { atomicPhase.load(ordering: .acquiring) }
    // Released behind the guard, so that whoever sees a life sees the lock that guards it.
    @inline(__always) set { atomicPhase.store(newValue, ordering: .releasing) }
  }

  /// Takes the lock that guards this context.
  @inlinable
  @inline(__always)
  func lock() -> LockReference {
    let pattern = guardLock.load(ordering: .acquiring)
    let lock = LockReference(unsafeBitPattern: pattern)
    lock.lock()
    if guardLock.load(ordering: .relaxed) == pattern { return lock }
    return relock(lock)
  }

  /// The guard changed between finding it and taking it: the context joined a tree.
  @usableFromInline
  func relock(_ stale: LockReference) -> LockReference {
    stale.unlock()
    while true {
      let pattern = guardLock.load(ordering: .acquiring)
      let lock = LockReference(unsafeBitPattern: pattern)
      lock.lock()
      if guardLock.load(ordering: .relaxed) == pattern { return lock }
      lock.unlock()
    }
  }
}
