import StrataConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The list of slots that all contexts of one kind share, and where each lies in memory.
///
/// Made once per kind, at first use; a context then takes one allocation for all its values.
@safe
public final class Layout: Sendable {
  /// The kind's name, for diagnostics.
  public let name: String
  /// The slots, in declaration order.
  public let slots: [SlotDescriptor]
  /// What the layer above wants to be told about contexts of this kind.
  public let hooks: (any ContextHooks)?

  /// Bytes of a storage block.
  let size: Int
  /// Where the headers begin in a storage block, behind the count of stores.
  @usableFromInline static var headersOffset: Int {
    @inlinable @inline(__always) get { 8 }
  }
  /// The headers that a new block starts with.
  // SAFETY: written by the initializer, read until the end.
  nonisolated(unsafe) let headers: UnsafeMutablePointer<SlotHeader>
  /// The indices of the slots that hold contexts.
  let structuralSlots: [Int]
  /// The indices of the slots that hold contexts or functions.
  let releasableSlots: [Int]
  /// The indices of the slots whose values need to be told when they go.
  let nontrivialSlots: [Int]
  let slotCount: Int
  /// Whether contexts of this kind can have children.
  let hasStructure: Bool
  /// Whether nothing is to be done when a context of this kind is activated.
  let isSilent: Bool
  /// Whether handles of this kind have to be kept with their contexts.
  let keepsHandles: Bool
  /// Which key's cell contexts of this layout are; `nil` for those that are none.
  public let cell: CellDescription?
  /// Whether contexts of this kind are the one part of an object that anchors itself, such as a store.
  @_spi(Strata) public let isObject: Bool
  /// Whether contexts of this kind are told apart by identities that their owners choose.
  let declaresIdentity: Bool

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - name: The kind's name.
  ///   - slots: The slots, in declaration order.
  ///   - hooks: What to call when contexts of this kind join or leave a tree.
  /// - Precondition: At most 4,096 slots; no type is aligned to more than 16 bytes; the values take
  ///   at most half a megabyte.
  public convenience init(
    name: String,
    slots: [SlotDescriptor],
    hooks: (any ContextHooks)? = nil
  ) {
    self.init(name: name, slots: slots, hooks: hooks, cell: nil)
  }

  /// Makes the layout of the cells of a key.
  convenience init(cell: CellDescription, slot: SlotDescriptor) {
    self.init(name: cell.family.name, slots: [slot], hooks: nil, cell: cell)
  }

  /// Makes the layout of objects that hold one value and anchor themselves.
  convenience init(single slot: SlotDescriptor, name: String) {
    self.init(name: name, slots: [slot], hooks: nil, cell: nil, isObject: true)
  }

  private init(
    name: String,
    slots: [SlotDescriptor],
    hooks: (any ContextHooks)?,
    cell: CellDescription?,
    isObject: Bool = false
  ) {
    self.isObject = isObject
    precondition(slots.count <= 4_096, "Layout(\(name)): more than 4,096 slots")
    self.name = name
    self.slots = slots
    self.hooks = hooks
    self.cell = cell
    unsafe headers = .allocate(capacity: max(slots.count, 1))
    var end = Layout.headersOffset + MemoryLayout<SlotHeader>.stride * slots.count
    for (index, slot) in slots.enumerated() {
      precondition(slot.alignment <= 16, "Layout(\(name)): \(slot.name) is over-aligned")
      let alignment = max(slot.alignment, 8)
      end = (end + alignment - 1) & ~(alignment - 1)
      precondition(end / 8 <= Int(UInt16.max), "Layout(\(name)): the values are too large")
      let flags: SlotFlags = slot.isStructural ? [.absent, .structural] : .absent
      unsafe (headers + index).initialize(to: SlotHeader(offset: UInt16(end / 8), flags: flags))
      end += slot.size
    }
    self.size = end
    structuralSlots = slots.indices.filter { slots[$0].isStructural }
    releasableSlots = slots.indices.filter {
      cell == nil ? slots[$0].operations.isReleasable : slots[$0].operations.canBeEmptied
    }
    nontrivialSlots = slots.indices.filter { !slots[$0].operations.isTrivial }
    slotCount = slots.count
    hasStructure = !structuralSlots.isEmpty
    isSilent = hooks == nil && structuralSlots.isEmpty
    keepsHandles = hooks?.keepsHandles ?? false
    declaresIdentity = hooks?.declaresIdentity ?? false
  }

  deinit { unsafe headers.deallocate() }

  // `malloc` aligns to 16 on all systems of 64 bits; `allocate` asks for that alignment by a detour that
  // takes as long as a lock pair for each context.
  /// Makes a storage block whose slots have no values yet; ``freeBlock(_:)`` gives it back.
  func makeBlock() -> UnsafeMutableRawPointer {
    guard let block = unsafe malloc(size) else {
      fatalError("\(name): no memory for \(size) bytes")
    }
    unsafe block.initializeMemory(as: Int.self, to: 0)
    unsafe (block + Layout.headersOffset).copyMemory(
      from: headers,
      byteCount: MemoryLayout<SlotHeader>.stride * slotCount
    )
    return unsafe block
  }

  /// Gives a storage block back whose slots have no values any more.
  static func freeBlock(_ block: UnsafeMutableRawPointer) {
    unsafe free(block)
  }

  /// The slot at a place, checked.
  ///
  /// - Precondition: There is a slot at `index` and its type is `Value`.
  public func slot<Value>(_ index: Int, as type: Value.Type = Value.self) -> Slot<Value> {
    precondition(
      slots.indices.contains(index),
      "\(name) has \(slots.count) slots; there is none at \(index)."
    )
    precondition(
      slots[index].type == type,
      "\(name).\(slots[index].name) is a slot of \(slots[index].type), not of \(type)."
    )
    return Slot(uncheckedIndex: index)
  }

  /// `Counter.count`.
  func place(of slot: Int) -> String {
    if let declaration = slots[slot].declaration {
      return "\(name).\(slots[slot].name) (declared at \(declaration))"
    }
    return "\(name).\(slots[slot].name)"
  }
}

/// What the layer above the engine is told about the contexts of one layout.
///
/// All functions are called while the engine holds no lock.
public protocol ContextHooks: Sendable {
  /// The context has become part of a live tree, after its parents were told.
  func activate(_ context: Context)

  /// What tells this context from its siblings across replacements, or `nil` if nothing but being
  /// the same context does.
  func identity(of context: Context) -> AnyHashable?

  /// The same for a context that may not have joined yet, with its handle if handles are kept.
  func identity(of context: Context, handle: (any Sendable)?) -> AnyHashable?

  /// Whether ``identity(of:)`` is chosen by the contexts' owners, so that two contexts may have the
  /// same one by mistake, which is reported.
  var declaresIdentity: Bool { get }

  /// Whether handles are more than the context, so that one has to be kept with it.
  var keepsHandles: Bool { get }
}

extension ContextHooks {
  /// What tells the context from its siblings, without the handle.
  public func identity(of context: Context, handle: (any Sendable)?) -> AnyHashable? {
    identity(of: context)
  }

  /// `false`: identities are unique by themselves.
  public var declaresIdentity: Bool { false }
}
