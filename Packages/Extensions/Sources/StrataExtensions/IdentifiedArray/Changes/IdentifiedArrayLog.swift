/// The edits of an identified array since a change log was begun.
@usableFromInline
struct IdentifiedArrayLog<Element> {
  @usableFromInline let session: IdentifiedArraySession
  @usableFromInline var edits: [IdentifiedArrayEdit<Element>] = []
  /// How many edits are recorded at most; 0 when they were given up.
  ///
  /// Past it, comparing the arrays is no slower than going through the edits.
  @usableFromInline var limit: Int

  @inlinable
  init(session: IdentifiedArraySession, limit: Int) {
    self.session = session
    self.limit = limit
  }

  /// Whether the edits are no longer known.
  @inlinable var isLost: Bool { limit == 0 }

  /// Gives the edits up: they are too many, or reorder all elements.
  @inlinable
  mutating func lose() {
    edits = []
    limit = 0
  }

  @inlinable
  mutating func record(_ edit: IdentifiedArrayEdit<Element>) {
    if isLost || merge(edit) { return }
    if edits.count == limit { lose() } else { edits.append(edit) }
  }

  /// Merges a replacement into an insertion or replacement at the same position just before it.
  ///
  /// So a loop which changes one element in place leaves one edit.
  @inlinable
  mutating func merge(_ edit: IdentifiedArrayEdit<Element>) -> Bool {
    guard case .replace(_, let element, let position) = edit, let last = edits.last else {
      return false
    }
    switch last {
    case .insert(_, position):
      edits[edits.count - 1] = .insert(element, at: position)
    case .replace(let old, _, position):
      edits[edits.count - 1] = .replace(old, with: element, at: position)
    default:
      return false
    }
    return true
  }
}

@available(*, unavailable)
extension IdentifiedArrayLog: Sendable {}
