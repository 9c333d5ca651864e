import StrataConcurrency

/// The difference that an access to a structural slot made to the slot's contexts.
public struct StructureEdits: Sendable {
  /// The inserted contexts, in order.
  public internal(set) var added: [Context]
  /// The removed contexts, in their old order.
  public internal(set) var removed: [Context]
  /// Whether the structure differs at all: added, removed, or in another order.
  public internal(set) var isChanged: Bool
  /// Whether `added` contains all current contexts, and the tree has to find the new ones.
  @usableFromInline let isWhole: Bool
  /// Whether the contexts may have another order than that in which they joined: the previous ones before a container
  /// is compared, the current ones afterwards.
  private(set) var isReordered = false
  /// The handles of the added contexts whose layouts require them.
  var handles: [ObjectIdentifier: any Sendable] = [:]
  /// The added contexts whose identity another one in the container has.
  var duplicates: [Context] = []
  /// Whether only data beside the contexts may have changed.
  @usableFromInline var isBeside = false

  /// Whether contexts were added, removed or moved; otherwise only data beside them may have changed.
  public var isOfContexts: Bool { isChanged && !isBeside }

  /// Makes edits.
  public init(added: [Context] = [], removed: [Context] = [], isChanged: Bool = false) {
    self.added = added
    self.removed = removed
    self.isChanged = isChanged || !added.isEmpty || !removed.isEmpty
    isWhole = false
  }

  /// Makes the edits that were found by a comparison.
  init(added: [Context], removed: [Context], isChanged: Bool, isReordered: Bool) {
    self.init(added: added, removed: removed, isChanged: isChanged)
    self.isReordered = isReordered
  }

  /// Nothing has changed.
  @usableFromInline static let none = StructureEdits()

  /// Data beside the contexts may have changed.
  @usableFromInline static let beside: StructureEdits = {
    var edits = StructureEdits(isChanged: true)
    edits.isBeside = true
    return edits
  }()

  /// Makes the edits of a container that does not know its previous contexts.
  ///
  /// - Parameter contexts: All its current contexts.
  public init(whole contexts: [Context]) {
    self.init(whole: contexts, isReordered: false)
  }

  /// Makes the edits of a container that does not know its previous contexts, but whether their order is known.
  ///
  /// - Parameters:
  ///   - contexts: All its current contexts.
  ///   - isReordered: Whether the previous contexts may have had another order than that in which they joined. The
  ///     tree knows that order alone, so it finds a change of order only in a container that had it.
  package init(whole contexts: [Context], isReordered: Bool) {
    added = contexts
    removed = []
    isChanged = true
    isWhole = true
    self.isReordered = isReordered
  }

  /// Records that a context was inserted; it may have been removed before.
  ///
  /// - Complexity: O(number of removed contexts).
  public mutating func add(_ context: Context) {
    isChanged = true
    if let index = removed.firstIndex(where: { $0 === context }) {
      removed.remove(at: index)
    } else {
      added.append(context)
    }
  }

  /// Records that a context was removed; it may have been inserted before.
  ///
  /// - Complexity: O(number of inserted contexts).
  public mutating func remove(_ context: Context) {
    isChanged = true
    if let index = added.lastIndex(where: { $0 === context }) {
      added.remove(at: index)
    } else {
      removed.append(context)
    }
  }

  /// The identity that distinguishes a context from its siblings, which may not have joined yet; user code.
  func identity(of context: Context) -> AnyHashable? {
    context.layout.hooks?.identity(of: context, handle: handles[ObjectIdentifier(context)])
  }

  /// Records that contexts have moved.
  public mutating func noteMove() {
    isChanged = true
  }
}
