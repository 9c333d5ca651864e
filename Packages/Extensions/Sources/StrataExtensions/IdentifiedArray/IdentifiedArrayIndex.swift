/// The hash table of an identified array, the order of its labels and its journal.
@usableFromInline
struct IdentifiedArrayIndex<ID: Hashable, Element> {
  /// The label of each id.
  @usableFromInline var labels: [ID: Int64] = [:]
  /// The position of each label.
  @usableFromInline var order = OrderLabels()
  /// The edits since a journal was begun, or nil while none is kept.
  @usableFromInline var log: IdentifiedArrayLog<Element>?

  @inlinable
  init() {}

  @inlinable
  func position(of id: ID) -> Int? {
    guard let label = labels[id] else { return nil }
    return order.position(of: label)
  }

  /// Enters an id that stands behind all others.
  ///
  /// - Returns: The position of the id if it is already in the table, which then stays as it was.
  @inlinable
  mutating func append(_ id: ID, count: Int) -> Int? {
    let label: Int64
    if order.isRegular {
      label = order.label(at: count)
    } else {
      label = order.spread[count - 1] &+ OrderLabels.stride
    }
    // One look-up for the usual case, in which the id is new.
    if let known = labels.updateValue(label, forKey: id) {
      labels[id] = known
      return order.position(of: known)
    }
    if !order.isRegular { order.spread.append(label) }
    return nil
  }

  /// Takes down an edit if a journal is kept.
  @inlinable
  mutating func record(_ edit: @autoclosure () -> IdentifiedArrayEdit<Element>) {
    guard log != nil else { return }
    recordOpen(edit())
  }

  @inlinable
  mutating func recordOpen(_ edit: IdentifiedArrayEdit<Element>) {
    // A closed journal is that of another value of which this one is a copy.
    if log?.session.isOpen == true { log?.record(edit) } else { log = nil }
  }
}

/// The part of an identified array that its copies share until one of them changes.
///
/// It is apart from the elements so that reading elements takes no detour, and in one object so
/// that an array is two words and copying it counts two references.
@usableFromInline
final class IdentifiedArrayBox<ID: Hashable, Element> {
  /// Reads the id of an element: user code.
  @usableFromInline let identify: (Element) -> ID
  // SAFETY: whoever writes it has exclusive access to the only value that holds the box, which the
  // compiler and the runtime check at the value. Checked here as well, an append and a removal of
  // the last element take 125 ns in place of 70, and building takes 115 ns per element in place
  // of 75.
  /// Where the elements stand.
  @safe @exclusivity(unchecked)
  @usableFromInline var index: IdentifiedArrayIndex<ID, Element>
  /// The session of the last journal, kept to be used again.
  @usableFromInline var spareSession: IdentifiedArraySession?

  @inlinable
  init(
    identify: @escaping (Element) -> ID,
    index: IdentifiedArrayIndex<ID, Element> = IdentifiedArrayIndex()
  ) {
    self.identify = identify
    self.index = index
  }
}

@available(*, unavailable)
extension IdentifiedArrayIndex: Sendable {}

@available(*, unavailable)
extension IdentifiedArrayBox: Sendable {}
