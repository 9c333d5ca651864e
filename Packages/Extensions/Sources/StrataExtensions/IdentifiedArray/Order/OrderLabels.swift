/// The labels that say where in an identified array an element stands.
///
/// Each element has a label; labels rise with the position. A hash table stores id → label, and not id → position. So
/// an insertion or a removal in the middle leaves the entries of all the elements behind it as they are:
///
/// ```
/// position    0    1    2    3            0    1    2    3    4
/// label       0   10   20   30     →      0   10   15   20   30
///                  ↑ insert at 2                    ↑ the one entry that is written
/// ```
///
/// The value is a machine without elements: each operation returns the positions whose entries the
/// caller has to write again. Two states:
/// - *regular*, `spread` is empty: labels are `first + position * stride` and nothing is stored. Growing and shrinking
///   at both ends stays in this state. Edits next to the end do too; a few entries are written again for them.
/// - *spread*: one stored label per position. A position is found by a search that starts where the
///   label would stand if labels were regular.
@usableFromInline
struct OrderLabels: Sendable {
  /// The distance of adjacent labels that nothing was inserted between.
  ///
  /// It leaves room for 30 insertions at one position, and for 2^31 steps of a queue that grows at one end and shrinks
  /// at the other.
  @inlinable static var stride: Int64 { 1 << 30 }

  /// Edits so near the end write the entries behind them, which is cheaper than storing labels.
  @inlinable static var tail: Int { 8 }

  /// Labels past this magnitude end the state, so that no sum of labels can overflow.
  @inlinable static var limit: Int64 { 1 << 61 }

  /// The label of position 0 while regular.
  @usableFromInline var first: Int64 = 0
  /// The labels by position, or empty while regular.
  @usableFromInline var spread: [Int64] = []

  @inlinable
  init() {}

  @inlinable var isRegular: Bool { spread.isEmpty }

  @inlinable
  func label(at position: Int) -> Int64 {
    isRegular ? first &+ Int64(truncatingIfNeeded: position) &* Self.stride : spread[position]
  }

  /// Goes back to the first state: all entries have to be written again.
  @inlinable
  mutating func reset() {
    first = 0
    spread = []
  }

  /// Stores the labels of `count` elements so that any of them may change.
  @inlinable
  mutating func makeSpread(count: Int) {
    guard isRegular else { return }
    spread.reserveCapacity(count + 1)
    var label = first
    for _ in 0..<count {
      spread.append(label)
      label &+= Self.stride
    }
  }
}
