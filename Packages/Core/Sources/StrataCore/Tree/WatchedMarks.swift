/// Observed derived values that a commit has flagged; their observers are notified if they differ.
///
/// Usually there is one, which needs no array.
struct WatchedMarks: Sequence {
  /// One of them.
  struct Mark {
    let node: DependentNode
    /// The version that the observers know.
    let formerVersion: UInt64
    /// The value of that version, if a transaction has replaced it.
    let kept: AnyObject?
  }

  private(set) var first: Mark?
  // `nil`, and not an empty list, which would be counted as any list is.
  private var others: ContiguousArray<Mark>?

  var isEmpty: Bool { first == nil }

  var count: Int { first == nil ? 0 : (others?.count ?? 0) + 1 }

  /// One of them, in the order in which they were flagged.
  subscript(place: Int) -> Mark {
    if place > 0, let others { return others[place - 1] }
    guard let first else { preconditionFailure("WatchedMarks: none is there") }
    return first
  }

  /// Calls a closure with one of them, uncounted.
  @inline(__always)
  func with<Result>(_ place: Int, _ body: (borrowing Mark) -> Result) -> Result {
    if place > 0, let others {
      return unsafe others.withUnsafeBufferPointer { unsafe body($0[place - 1]) }
    }
    guard let first else { preconditionFailure("WatchedMarks: none is there") }
    return body(first)
  }

  mutating func append(_ node: DependentNode, since version: UInt64, kept: AnyObject? = nil) {
    append(Mark(node: node, formerVersion: version, kept: kept))
  }

  /// Adds others after these.
  mutating func append(_ marks: consuming WatchedMarks) {
    guard let added = marks.first else { return }
    guard first != nil else {
      self = marks
      return
    }
    append(added)
    if let more = marks.others { others?.append(contentsOf: more) }
  }

  private mutating func append(_ mark: Mark) {
    guard first != nil else {
      first = mark
      return
    }
    if others == nil { others = [mark] } else { others?.append(mark) }
  }

  func makeIterator() -> AnyIterator<Mark> {
    var place = 0
    return AnyIterator {
      guard place < count else { return nil }
      defer { place += 1 }
      return self[place]
    }
  }
}

@available(*, unavailable)
extension WatchedMarks: Sendable {}
