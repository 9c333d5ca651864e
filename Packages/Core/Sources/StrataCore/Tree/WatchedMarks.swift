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

    @inline(__always)
    var uncounted: Uncounted { Uncounted(node, since: formerVersion, kept) }
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

  /// One of them without a count, for those who retain the marks.
  @safe
  struct Uncounted: BitwiseCopyable {
    // SAFETY: the mark retains it.
    let node: Unmanaged<DependentNode>
    let formerVersion: UInt64
    // SAFETY: the mark retains it.
    private let keptReference: Unmanaged<AnyObject>?

    fileprivate init(_ node: DependentNode, since version: UInt64, _ kept: AnyObject?) {
      unsafe self.node = .passUnretained(node)
      formerVersion = version
      unsafe keptReference = kept.map { unsafe .passUnretained($0) }
    }

    /// The value of that version, if a transaction has replaced it.
    var kept: AnyObject? { unsafe keptReference?.takeUnretainedValue() }

    var hasKept: Bool { unsafe keptReference != nil }
  }

  /// One of them, uncounted, in the order in which they were flagged.
  @inline(__always)
  func uncounted(_ place: Int) -> Uncounted {
    if place > 0, let others {
      return unsafe others.withUnsafeBufferPointer { unsafe $0[place - 1].uncounted }
    }
    guard let first else { preconditionFailure("WatchedMarks: none is there") }
    return first.uncounted
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

  private mutating func append(_ mark: consuming Mark) {
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
