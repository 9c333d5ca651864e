/// The hash table of an identified array, the order of its labels and its change log.
@usableFromInline
struct IdentifiedArrayIndex<ID: Hashable, Element> {
  /// The label of each id.
  @usableFromInline var labels: [ID: Int64] = [:]
  /// The position of each label.
  @usableFromInline var order = OrderLabels()
  /// The edits since a change log was begun, or nil without one.
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

  /// Records an edit if there is a change log.
  @inlinable
  mutating func record(_ edit: @autoclosure () -> IdentifiedArrayEdit<Element>) {
    guard log != nil else { return }
    recordOpen(edit())
  }

  @inlinable
  mutating func recordOpen(_ edit: IdentifiedArrayEdit<Element>) {
    // A closed change log belongs to another value; this one is a copy of that.
    if log?.session.isOpen == true { log?.record(edit) } else { log = nil }
  }
}

/// The part of an identified array that its copies share until one of them changes.
///
/// It is separate from the elements, so reading elements takes no detour. It is one object, so an array is two words
/// and copying it counts two references.
@usableFromInline
final class IdentifiedArrayBox<ID: Hashable, Element> {
  /// Reads the id of an element: user code.
  @usableFromInline let identify: (Element) -> ID
  // SAFETY: a writer has exclusive access to the only value that refers to the box, which the compiler and the runtime
  // check at the value. With another check here, an append and a removal of the last element take 125 ns instead of 70.
  // Building then takes 115 ns per element instead of 75.
  /// The positions of the elements.
  @safe @exclusivity(unchecked)
  @usableFromInline var index: IdentifiedArrayIndex<ID, Element>
  /// The session of the last change log, stored for reuse.
  @usableFromInline var reusableSession: IdentifiedArraySession?

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
