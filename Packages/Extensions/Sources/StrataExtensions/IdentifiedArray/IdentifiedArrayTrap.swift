/// The texts with which an identified array ends the program.
///
/// This uses `fatalError`, because `precondition` prints nothing in release builds.
@usableFromInline
enum IdentifiedArrayTrap: Sendable {
  @usableFromInline
  static func equalIDs(_ id: some Any, at first: Int, and second: Int) -> Never {
    fatalError(
      "IdentifiedArray: the elements at \(first) and \(second) both have the id \(id). Give each "
        + "element an id of its own, or use init(_:) to keep the first of each id."
    )
  }

  @usableFromInline
  static func idTaken(_ id: some Any, at owner: Int, by position: Int) -> Never {
    fatalError(
      "IdentifiedArray: the element at \(position) was given the id \(id), which the element at "
        + "\(owner) has. Remove that one first, or use updateOrAppend(_:) to replace it."
    )
  }

  @usableFromInline
  static func otherID(_ id: some Any, for wanted: some Any) -> Never {
    fatalError(
      "IdentifiedArray: an element with the id \(id) was assigned to [id: \(wanted)]. Assign it to "
        + "[id: \(id)], or use append(_:)."
    )
  }

  /// Ends the program if a position is negative or past the last one allowed.
  @inlinable
  static func check(_ position: Int, upTo last: Int) {
    if position < 0 || position > last { outOfBounds(position, last: last) }
  }

  @usableFromInline
  static func outOfBounds(_ position: Int, last: Int) -> Never {
    fatalError(
      "IdentifiedArray: the position \(position) is outside of 0...\(last)."
    )
  }
}
