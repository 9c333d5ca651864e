import StrataConcurrency
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The list of slots that all contexts of one kind share, with their offsets in memory.
///
/// Made once per kind, at first use; a context then takes one allocation for all its values.
@safe
public final class Layout: Sendable {
  /// The kind's name, for diagnostics.
  public let name: String
  /// The slots, in declaration order.
  public let slots: [SlotDescriptor]
  /// The callbacks of the layer above for contexts of this kind.
  public let hooks: (any ContextHooks)?

  /// Bytes of a storage block.
  let size: Int
  /// The offset of the headers in a storage block, after the count of stores.
  @usableFromInline static var headersOffset: Int {
    @inlinable @inline(__always) get { 8 }
  }
  /// The headers that a new block starts with.
  // SAFETY: written by the initializer, read until the end.
  nonisolated(unsafe) let headers: UnsafeMutablePointer<SlotHeader>
  /// The indices of the slots that contain contexts.
  package let structuralSlots: [Int]
  /// The indices of the slots that contain contexts or functions.
  let releasableSlots: [Int]
  /// The indices of the slots whose values need a release.
  let nontrivialSlots: [Int]
  let slotCount: Int
  /// Whether contexts of this kind can have children.
  let hasStructure: Bool
  /// Whether the activation of a context of this kind has nothing to do.
  let isSilent: Bool
  /// Whether handles of this kind have to be stored with their contexts.
  let keepsHandles: Bool
  /// The key whose attachments contexts of this layout are; `nil` for other contexts.
  public let attachment: AttachmentDescription?
  /// Whether a context of this kind is the only part of an object that anchors itself, such as a store.
  @_spi(Strata) public let isObject: Bool
  /// Whether the value of such a context is that of a computation.
  let isComputed: Bool
  /// Whether owners choose the identities of contexts of this kind.
  let declaresIdentity: Bool

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - name: The kind's name.
  ///   - slots: The slots, in declaration order.
  ///   - hooks: The callbacks for contexts of this kind that join or leave a tree.
  /// - Precondition: At most 4,096 slots; no type is aligned to more than 16 bytes; the values take
  ///   at most half a megabyte.
  public convenience init(
    name: String,
    slots: [SlotDescriptor],
    hooks: (any ContextHooks)? = nil
  ) {
    self.init(name: name, slots: slots, hooks: hooks, attachment: nil)
  }

  private static let unrecordedPlaces = Atomic(false)

  /// Whether any layout of the process has a slot of contexts that recordings leave out.
  @_spi(Strata)
  public static var hasUnrecordedPlaces: Bool { unrecordedPlaces.load(ordering: .relaxed) }

  /// Makes the layout of the attachments of a key.
  convenience init(attachment: AttachmentDescription, slot: SlotDescriptor) {
    self.init(name: attachment.family.name, slots: [slot], hooks: nil, attachment: attachment)
  }

  /// Makes the layout of objects that store one value and anchor themselves.
  convenience init(single slot: SlotDescriptor, name: String) {
    self.init(name: name, slots: [slot], hooks: nil, attachment: nil, isObject: true)
  }

  /// Makes the layout of the contexts that store the values of a computation.
  convenience init(computed slot: SlotDescriptor, name: String) {
    self.init(name: name, slots: [slot], hooks: nil, attachment: nil, isComputed: true)
  }

  private init(
    name: String,
    slots: [SlotDescriptor],
    hooks: (any ContextHooks)?,
    attachment: AttachmentDescription?,
    isObject: Bool = false,
    isComputed: Bool = false
  ) {
    self.isObject = isObject
    self.isComputed = isComputed
    if slots.contains(where: { $0.isStructural && $0.isUnrecorded }) {
      Layout.unrecordedPlaces.store(true, ordering: .relaxed)
    }
    precondition(slots.count <= 4_096, "Layout(\(name)): more than 4,096 slots")
    self.name = name
    self.slots = slots
    self.hooks = hooks
    self.attachment = attachment
    unsafe headers = .allocate(capacity: max(slots.count, 1))
    var end = Layout.headersOffset + MemoryLayout<SlotHeader>.stride * slots.count
    for (index, slot) in slots.enumerated() {
      precondition(slot.byteAlignment <= 16, "Layout(\(name)): \(slot.name) is over-aligned")
      let alignment = max(slot.byteAlignment, 8)
      end = (end + alignment - 1) & ~(alignment - 1)
      precondition(end / 8 <= Int(UInt16.max), "Layout(\(name)): the values are too large")
      let flags: SlotFlags = slot.isStructural ? [.uninitialized, .structural] : .uninitialized
      unsafe (headers + index).initialize(to: SlotHeader(offset: UInt16(end / 8), flags: flags))
      end += slot.size
    }
    self.size = end
    structuralSlots = slots.indices.filter { slots[$0].isStructural }
    releasableSlots = slots.indices.filter {
      attachment == nil ? slots[$0].operations.isReleasable : slots[$0].operations.canBeEmptied
    }
    nontrivialSlots = slots.indices.filter { !slots[$0].operations.isTrivial }
    slotCount = slots.count
    hasStructure = !structuralSlots.isEmpty
    isSilent = hooks == nil && structuralSlots.isEmpty
    keepsHandles = hooks?.keepsHandles ?? false
    declaresIdentity = hooks?.declaresIdentity ?? false
  }

  deinit { unsafe headers.deallocate() }

  // `malloc` aligns to 16 bytes on all 64-bit systems. `allocate` reaches that alignment by a detour that takes as long
  // as a lock pair for each context.
  /// Makes a storage block whose slots have no values yet; ``freeBlock(_:)`` frees it.
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

  /// Frees a storage block whose slots have no values any more.
  static func freeBlock(_ block: UnsafeMutableRawPointer) {
    unsafe free(block)
  }

  /// The slot at an index, checked.
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

/// The callbacks of the layer above for the contexts of one layout.
///
/// All functions are called while the engine holds no lock.
public protocol ContextHooks: Sendable {
  /// Called after the context has become part of a live tree, parents first.
  func activate(_ context: Context)

  /// The identity of the context among its siblings across replacements, or `nil` for the identity of the object.
  func identity(of context: Context) -> AnyHashable?

  /// The same for a context that may not have joined yet, with its handle if handles are stored.
  func identity(of context: Context, handle: (any Sendable)?) -> AnyHashable?

  /// A hash of that identity, which is equal for equal identities of contexts of one layout.
  ///
  /// A requirement of its own, because the type of the identity is known only here. An `AnyHashable`
  /// takes five times the instructions of its hash.
  func identityHash(of context: Context, handle: (any Sendable)?) -> Int?

  /// Whether owners choose the identity, so that two contexts can share one by mistake, which is reported.
  var declaresIdentity: Bool { get }

  /// Whether a handle is more than the context, so that it has to be stored with the context.
  var keepsHandles: Bool { get }
}

extension ContextHooks {
  /// The identity of the context among its siblings, without the handle.
  public func identity(of context: Context, handle: (any Sendable)?) -> AnyHashable? {
    identity(of: context)
  }

  /// The hash of ``identity(of:handle:)``.
  public func identityHash(of context: Context, handle: (any Sendable)?) -> Int? {
    identity(of: context, handle: handle)?.hashValue
  }

  /// `false`: identities are unique by themselves.
  public var declaresIdentity: Bool { false }
}
