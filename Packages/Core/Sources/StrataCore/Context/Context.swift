public import StrataConcurrency
public import Synchronization

/// A node of a tree of state: values in slots, a position among other contexts, and a life cycle.
///
/// A handle (a model value of the layer above) is a strong reference to a context. It retains the memory and does not
/// prolong the context's life in the tree. A context is alive while a parent contains it and the tree's ``Anchor``
/// exists. Its removal ends it for every handle at once.
///
/// Values exist from ``init(layout:)`` on. One of a few shared locks guards a context that is in no tree, and the
/// tree's lock guards it after it joins. An access therefore takes the lock it finds, and then checks that this is
/// still the right one.
///
/// All functions may be called from any thread.
@safe
// SAFETY: `guardLock` and `atomicPhase` are atomic. `memory` never changes. Its target, and every `var` below, is
// accessed only under the lock that `guardLock` names. Exceptions are `deinit`, and the initializer and `initialize`,
// which run before the context is shared.
public final class Context: @unchecked Sendable {
  /// The kind of this context.
  public let layout: Layout
  /// Different for each context; copies that represent the same context share it.
  public let id: ContextID

  /// The lock that guards this context now, as ``LockReference/bitPattern``.
  @usableFromInline let guardLock: Atomic<UInt>
  /// The count of stores, the headers of all slots, then the values.
  @usableFromInline let memory: UnsafeMutableRawPointer

  // SAFETY: set by `tree` alone, which counts. A shared tree is never released and is not counted, because threads that
  // make contexts would contend for its count.
  /// The tree whose lock is the guard, uncounted, for paths on which counting would be measurable.
  private(set) var treeReference: Unmanaged<Tree>
  /// The phase: written under the lock, and read without it on the path of events without listeners.
  @usableFromInline let atomicPhase = Atomic<ContextPhase>(.detached)
  /// The first parent's slot that contains this context.
  var parentSlot: UInt16 = 0
  /// Set once the activation has been requested, so that it is requested once per incarnation.
  var isActivationDue = false
  /// Whether work of ended incarnations still has to be cancelled.
  var isEnding = false
  /// Whether the companion is the derived node whose value the only slot of this context stores.
  private var isProduced = false

  var parentLink = ContextLink(nil)
  var firstChildLink = ContextLink(nil)
  /// The next in the siblings' order of arrival; none after the last.
  var nextSiblingLink = ContextLink(nil)
  /// The one before; for the first child, the last of the list.
  var previousSiblingLink = ContextLink(nil)
  // Not among the optional parts, which are larger than everything else that a derived value, or an owner, needs.
  /// The derived node of this context, or the object of the layer above.
  @safe @exclusivity(unchecked) private var companion: AnyObject?
  /// The data that few contexts have.
  @safe @exclusivity(unchecked) @usableFromInline var facets: ContextFacets?

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

  /// Makes a context that belongs to another and has its guard; called with the lock held.
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
  /// The context retains it, like the former trees, until it is released. A thread that has read `guardLock` may
  /// therefore still take that lock.
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

  /// Gives a context that is in no tree the tree of another; called with both locks held, before `guardLock` changes.
  ///
  /// A reader that finds the tree's lock here takes the dependencies that the lock publishes, without the lock. So none
  /// may be published any more if this context has changed some.
  func shareTree(with other: Context) {
    wakeWaitersBeforeMoving()
    unsafe treeReference = unsafe other.treeReference.retain()
    if let facets, facets.changesDependencies { tree.noteOverrides() }
  }

  deinit {
    unsafe releaseTree(treeReference)
    for index in layout.nontrivialSlots where unsafe !headers[index].flags.contains(.uninitialized)
    {
      let slot = layout.slots[index]
      if slot.isStructural {
        unsafe DeferredRelease.release(slot.operations, address(ofSlotAt: index))
      } else {
        unsafe slot.operations.deinitialize(address(ofSlotAt: index))
      }
    }
    unsafe Layout.freeBlock(memory)
  }

  /// The derived node whose value the only slot of this context stores.
  @inline(__always)
  var producer: DependentNode? {
    get {
      guard isProduced, let companion else { return nil }
      // SAFETY: the flag says that the setter has stored it.
      return unsafe unsafeDowncast(companion, to: DependentNode.self)
    }
    set {
      companion = newValue
      isProduced = newValue != nil
    }
  }

  /// The object of the layer above that the context keeps until its end.
  var keptCompanion: AnyObject? {
    get { isProduced ? nil : companion }
    set { if !isProduced { companion = newValue } }
  }

  /// Gives a slot its first value.
  ///
  /// - Precondition: The context is not shared with another thread yet.
  @inlinable
  public func initialize<Value>(_ slot: Slot<Value>, to value: consuming Value) {
    checkType(slot)
    // No other thread knows the context yet, so no access has to be atomic. Atomic accesses would prevent the compiler
    // from eliding a reference count of the context, which costs as much as a lock pair.
    let flags = unsafe SlotHeader.unsharedFlags(headers + slot.index)
    if unsafe flags.pointee.contains(.uninitialized) {
      unsafe pointer(to: slot).initialize(to: value)
      unsafe flags.pointee.remove(.uninitialized)
    } else {
      unsafe pointer(to: slot).pointee = value
    }
  }

  // MARK: Values

  /// Stores a value in a slot and returns the previous one, to be released outside; called with the lock held.
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

  /// Locks a slot for the open transaction before its write; called with the lock held.
  func markHeld(_ slot: Int) {
    unsafe headers[slot].flags.insert(.held)
    countStores(2)
  }

  /// Makes threads that are reading without the lock now begin again; called with the lock held.
  @inlinable
  @inline(__always)
  func countStores(_ step: Int) {
    let count = unsafe storeCount.pointee.load(ordering: .relaxed)
    unsafe storeCount.pointee.store(count &+ step, ordering: .releasing)
  }

  // MARK: Memory

  /// Counts the stores that a read without the lock could see half of.
  ///
  /// These are the first store of a transaction to a slot, and stores of values in pieces. The count is odd during the
  /// latter.
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
      reject(slot.index, as: Value.self)
    }
    #endif
  }

  // MARK: The guard

  /// The phase of the context's life cycle; set with the lock held.
  @inlinable
  var phase: ContextPhase {
    @inline(__always) get { atomicPhase.load(ordering: .acquiring) }
    // Released after the guard, so that a thread that sees the phase also sees the lock that guards it.
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

  /// Takes the current guard after it has changed between finding and taking it, because the context joined a tree.
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
