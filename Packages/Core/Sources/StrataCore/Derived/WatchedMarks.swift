/// Watched derived values that a commit has marked, to be told of if they differ.
///
/// Mostly there is one, which needs no array.
struct WatchedMarks {
  /// One of them.
  struct Mark {
    let cell: DerivedCell
    /// The version that those who watch know.
    let formerVersion: UInt64
    /// The value of that version, where a transaction has replaced it.
    let kept: AnyObject?

    /// It as a change that can be queued.
    var change: any PendingChange { DerivedChange(cell: cell, since: formerVersion, kept: kept) }
  }

  private(set) var first: Mark?
  private(set) var others: [Mark] = []

  var isEmpty: Bool { first == nil }

  /// All of them as changes that can be queued.
  var changes: [any PendingChange] {
    guard let first else { return [] }
    return others.isEmpty ? [first.change] : [first.change] + others.map(\.change)
  }

  mutating func append(_ cell: DerivedCell, since version: UInt64, kept: AnyObject? = nil) {
    let mark = Mark(cell: cell, formerVersion: version, kept: kept)
    if first == nil { first = mark } else { others.append(mark) }
  }
}

@available(*, unavailable)
extension WatchedMarks: Sendable {}
