/// The state of a restoration while previous values are written.
struct Restoration {
  let tree: Tree
  /// Contexts that had left the tree by the reverted commit; `nil` for all known ones.
  let returning: Set<ObjectIdentifier>?
  /// The changes of these contexts before their return.
  var replaced: [any PendingChange] = []
}
