/// How two lists of contexts differ, which are compared as words.
///
/// Edits of a list are mostly one of a few kinds, each of which is found by walking both lists once:
///
/// ```
/// substituted  [a b c d] [a x c y]     same length: the places where they differ
/// rotated      [a b c d] [b c d a]     same length, all but one moved on by a place
/// thinned      [a b c d] [a d]         what is left is in order
/// grown        [a d]     [a b c d]     what was there is in order
/// ```
///
/// What is none of these, such as a shuffle, is looked up in sets.
enum ListDifference: Equatable {
  /// At these places another context is now.
  case substituted([Int])
  /// The first was taken out, and one put in behind the last; it may be the same.
  case rotatedToFront
  /// The last was taken out, and one put in before the first; it may be the same.
  case rotatedToBack
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
    if count > 1 {
      let most = count - 1
      if unsafe old[1] == new[0], unsafe old[1...].elementsEqual(new[..<most]) {
        return .rotatedToFront
      }
      if unsafe old[0] == new[1], unsafe old[..<most].elementsEqual(new[1...]) {
        return .rotatedToBack
      }
    }
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
