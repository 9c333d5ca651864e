/// A child of a context, with its slot and position.
public struct ChildPlace: Sendable {
  /// The child.
  public let context: Context
  /// The parent's slot that contains it.
  public let slot: Int
  /// Its position in the slot's value, from 0.
  public let position: Int
}

extension Context {
  /// The contexts in the structural slots, in order; untracked.
  ///
  /// A context in several slots is listed several times. Rejected contexts, which belong elsewhere, are listed as well.
  ///
  /// - Complexity: O(number of children).
  public var children: [ChildPlace] {
    var children: [ChildPlace] = []
    for slot in layout.structuralSlots {
      guard let container = anyValue(at: slot) as? any ContextContainer else { continue }
      var position = 0
      container.forEachContext { child in
        children.append(ChildPlace(context: child, slot: slot, position: position))
        position += 1
      }
    }
    return children
  }
}
