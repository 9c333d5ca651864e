import StrataConcurrency

/// The difference that an access to a structural slot made to the slot's contexts.
public struct StructureEdits: Sendable {
  /// The inserted contexts, in order.
  public internal(set) var added: [Context]
  /// The removed contexts, in their old order.
  public internal(set) var removed: [Context]
  /// Whether the structure differs at all: added, removed, or in another order.
  public internal(set) var isChanged: Bool
  /// Whether `added` contains all current contexts and `removed` all previous ones, as far as they are known, so that
  /// the tree has to find the difference.
  @usableFromInline let isWhole: Bool
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

  /// Nothing has changed.
  @usableFromInline static let none = StructureEdits()

  /// Data beside the contexts may have changed.
  @usableFromInline static let beside: StructureEdits = {
    var edits = StructureEdits(isChanged: true)
    edits.isBeside = true
    return edits
  }()

  /// Makes the edits of a container that knows no edits from its previous contexts to the current ones.
  ///
  /// The tree finds out which contexts are new and which have gone. It does not know their order.
  ///
  /// - Parameters:
  ///   - contexts: All its current contexts.
  ///   - former: The previous contexts in their order. If they are left out, several contexts count as reordered.
  public init(whole contexts: [Context], former: [Context] = []) {
    added = contexts
    removed = former
    isChanged = true
    isWhole = true
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
    let outer = unsafe TrackingScope.suspend()
    defer { unsafe TrackingScope.resume(outer) }
    return context.layout.hooks?.identity(of: context, handle: handles[ObjectIdentifier(context)])
  }

  /// Records that contexts have moved.
  public mutating func noteMove() {
    isChanged = true
  }
}
