/// How two lists of contexts differ, which are compared as words.
///
/// For lists that differ in many places (few are found by ``ListComparison``). Most such edits are one of a
/// few kinds, each of which is found by walking both lists once:
///
/// ```
/// substituted  [a b c d] [a x c y]     same length: the places where they differ
/// thinned      [a b c d] [a d]         what is left is in order
/// grown        [a d]     [a b c d]     what was there is in order
/// ```
///
/// What is none of these, such as a shuffle, is looked up in sets.
enum ListDifference: Equatable {
  /// At these places another context is now.
  case substituted([Int])
  /// Those that were at these places of the old list are gone.
  case thinned([Int])
  /// Those that are at these places of the new list have come.
  case grown([Int])
  /// Some have come, some are gone, some may have moved.
  case mixed

  /// Compares two lists.
  ///
  /// - Parameters:
  ///   - old: The contexts from before, as words; differs from `new` at the first place, if both have one.
  ///   - new: Those of now.
  /// - Returns: How many at the end of both agree, and how what is before them differs.
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

  /// The places of the longer list that the shorter one, which is in order, leaves out.
  ///
  /// - Returns: `nil` if the shorter one has something else, or another order.
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
