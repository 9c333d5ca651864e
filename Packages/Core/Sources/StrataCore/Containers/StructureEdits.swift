import StrataConcurrency

/// What an access to a structural slot did to the contexts that the slot holds.
public struct StructureEdits: Sendable {
  /// Contexts that were not there before, in order.
  public internal(set) var added: [Context]
  /// Contexts that are there no more, in their old order.
  public internal(set) var removed: [Context]
  /// Whether the structure differs at all: added, removed, or in another order.
  public internal(set) var isChanged: Bool
  /// Whether `added` is everything that is there now, and the tree has to say what is new.
  @usableFromInline let isWhole: Bool
  /// The handles of those of the added contexts whose layouts ask for them.
  var handles: [ObjectIdentifier: any Sendable] = [:]
  /// Those of the added contexts whose identity another one in the container has.
  var duplicates: [Context] = []
  /// Whether only something beside the contexts may have changed.
  @usableFromInline var isBeside = false

  /// Makes edits.
  public init(added: [Context] = [], removed: [Context] = [], isChanged: Bool = false) {
    self.added = added
    self.removed = removed
    self.isChanged = isChanged || !added.isEmpty || !removed.isEmpty
    isWhole = false
  }

  /// Nothing has changed.
  @usableFromInline static let none = StructureEdits()

  /// Something beside the contexts may have changed.
  @usableFromInline static let beside: StructureEdits = {
    var edits = StructureEdits(isChanged: true)
    edits.isBeside = true
    return edits
  }()

  /// Makes the edits of a container that does not know what it held before.
  ///
  /// - Parameter contexts: Everything that it holds now.
  public init(whole contexts: [Context]) {
    added = contexts
    removed = []
    isChanged = true
    isWhole = true
  }

  /// Notes that a context was put in; it may have been taken out before.
  ///
  /// - Complexity: O(number of contexts taken out).
  public mutating func add(_ context: Context) {
    isChanged = true
    if let index = removed.firstIndex(where: { $0 === context }) {
      removed.remove(at: index)
    } else {
      added.append(context)
    }
  }

  /// Notes that a context was taken out; it may have been put in before.
  ///
  /// - Complexity: O(number of contexts put in).
  public mutating func remove(_ context: Context) {
    isChanged = true
    if let index = added.lastIndex(where: { $0 === context }) {
      added.remove(at: index)
    } else {
      removed.append(context)
    }
  }

  /// Takes the handles along that are to be kept with the contexts that have joined.
  ///
  /// - Parameter find: Shows handles to a search; not called where no layout keeps handles.
  package mutating func takeHandles(_ find: (inout HandleSearch) -> Void) {
    guard !added.isEmpty else { return }
    var search = HandleSearch(for: added)
    guard !search.isOver else { return }
    find(&search)
    handles = search.handles
  }

  /// What tells a context from its siblings, which may not have joined yet; user code.
  func identity(of context: Context) -> AnyHashable? {
    context.layout.hooks?.identity(of: context, handle: handles[ObjectIdentifier(context)])
  }

  /// Notes that contexts have changed places.
  public mutating func noteMove() {
    isChanged = true
  }
}

extension Context {
  /// Asks a container, whose slot is checked out, what has changed; called without the lock.
  ///
  /// Inlinable, like the comparison itself: in a caller that knows the container's type a comparison
  /// costs a nanosecond or two per context, and some 200 where it has to ask through witnesses.
  @inlinable
  @inline(__always)
  func reconcile<Value: ContextContainer>(
    _ cell: UnsafeMutablePointer<ContainerCell<Value>>,
    slot: Int
  ) -> StructureEdits {
    var edits = unsafe cell.pointee.value.reconcile(&cell.pointee.roster)
    if edits.isWhole { edits = unsafe compareWhole(edits, cell, slot: slot) }
    if !edits.isChanged, Value.contents == .mixed { return .beside }
    return edits
  }

  @usableFromInline
  func compareWhole<Value: ContextContainer>(
    _ edits: StructureEdits,
    _ cell: UnsafeMutablePointer<ContainerCell<Value>>,
    slot: Int
  ) -> StructureEdits {
    var compared = compare(edits.added, slot: slot)
    unsafe cell.pointee.value.takeHandles(along: &compared)
    let continued = unsafe cell.pointee.value.continueByIdentity(&compared, &cell.pointee.roster)
    if !continued.isEmpty {
      unsafe cell.pointee.value.replaceContexts { continued[ObjectIdentifier($0)] }
    }
    return compared
  }

  /// Compares what a slot holds now with the children that it has.
  private func compare(_ present: [Context], slot: Int) -> StructureEdits {
    let lock = lock()
    let children = phase.isLive ? linkedChildren.filter { $0.isChild(of: self, slot: slot) } : []
    lock.unlock()
    guard !present.elementsEqual(children, by: ===) else { return StructureEdits() }
    let before = Set(children.lazy.map(ObjectIdentifier.init))
    let after = Set(present.lazy.map(ObjectIdentifier.init))
    return StructureEdits(
      added: present.filter { !before.contains(ObjectIdentifier($0)) },
      removed: children.filter { !after.contains(ObjectIdentifier($0)) },
      isChanged: true
    )
  }
}
