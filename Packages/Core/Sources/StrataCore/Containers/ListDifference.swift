/// The difference between two lists of contexts, which are compared as words.
///
/// For lists that differ in many positions; ``ListComparison`` finds few differences. Most such edits are of a few
/// kinds, and one pass over both lists finds each kind:
///
/// ```
/// substituted  [a b c d] [a x c y]     same length: the places where they differ
/// thinned      [a b c d] [a d]         what is left is in order
/// grown        [a d]     [a b c d]     what was there is in order
/// ```
///
/// Other differences, such as a shuffle, are found with sets.
enum ListDifference: Equatable {
  /// Another context is at each of these indices.
  case substituted([Int])
  /// The contexts at these indices of the old list were removed.
  case thinned([Int])
  /// The contexts at these indices of the new list were added.
  case grown([Int])
  /// Contexts were added and removed, and may have moved.
  case mixed

  /// Compares two lists.
  ///
  /// - Parameters:
  ///   - old: The previous contexts, as words. Its first word differs from the first of `new`, if both have one.
  ///   - new: The current contexts.
  /// - Returns: How many words at the end of both agree, and the difference before them.
  /// - Complexity: O(length of both).
  static func between(
    _ old: UnsafeBufferPointer<UInt>,
    _ new: UnsafeBufferPointer<UInt>
  ) -> (suffix: Int, difference: ListDifference) {
    var (before, after) = (old.count, new.count)
    while before > 0, after > 0, unsafe old[before &- 1] == new[after &- 1] {
      before &-= 1
      after &-= 1
    }
    let gone = unsafe UnsafeBufferPointer(rebasing: old[..<before])
    let come = unsafe UnsafeBufferPointer(rebasing: new[..<after])
    let difference: ListDifference =
      if before == after {
        unsafe ofEqualLength(gone, come)
      } else if before > after {
        unsafe missing(come, in: gone).map(ListDifference.thinned) ?? .mixed
      } else {
        unsafe missing(gone, in: come).map(ListDifference.grown) ?? .mixed
      }
    return (old.count - before, difference)
  }

  private static func ofEqualLength(
    _ old: UnsafeBufferPointer<UInt>,
    _ new: UnsafeBufferPointer<UInt>
  ) -> ListDifference {
    let count = old.count
    var places: [Int] = []
    var place = 0
    while place < count {
      if unsafe old[place] != new[place] { places.append(place) }
      place &+= 1
    }
    return .substituted(places)
  }

  /// The indices of the longer list that the shorter one, which is in order, leaves out.
  ///
  /// - Returns: `nil` if the shorter one has another element, or another order.
  private static func missing(
    _ shorter: UnsafeBufferPointer<UInt>,
    in longer: UnsafeBufferPointer<UInt>
  ) -> [Int]? {
    let room = longer.count - shorter.count
    var places: [Int] = []
    var next = 0
    for place in 0..<longer.count {
      if next < shorter.count, unsafe shorter[next] == longer[place] {
        next &+= 1
      } else {
        guard places.count < room else { return nil }
        places.append(place)
      }
    }
    return places
  }
}
