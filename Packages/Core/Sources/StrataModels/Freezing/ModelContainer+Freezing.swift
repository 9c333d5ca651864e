import StrataCore

extension ModelContainer {
  /// An immutable copy of this value, of the models in it and of those below them.
  ///
  /// The copy has the identities of the originals and their current values. It is equal to the original until
  /// that changes, as far as models are compared by their properties. Writes to it are reported and have no
  /// effect; it can neither be anchored nor added to a tree.
  ///
  /// - Complexity: O(size of all that is below), under the tree's lock; a model below an active one belongs to
  ///   the same snapshot.
  public var frozenCopy: Self { makeFrozenCopy(isTracked: false) }

  /// An immutable copy, all of whose properties count as read by the tracking scope of this thread.
  func makeFrozenCopy(isTracked: Bool) -> Self {
    var copy = self
    copy.replaceContexts { $0.frozenCopy(isTracked: isTracked) }
    return copy
  }
}
