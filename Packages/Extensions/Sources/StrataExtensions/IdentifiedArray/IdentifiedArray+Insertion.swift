extension IdentifiedArray {
  /// Adds an element at the end if no element has its id.
  ///
  /// - Returns: Whether it was inserted, and the position of the element that has the id now.
  /// - Complexity: O(1) on average.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    makeBoxUnique()
    let position = storage.count
    guard box.index.order.hasRoomAtEnds() else { return insert(element, at: position) }
    if let taken = box.index.append(box.identify(element), count: position) {
      return (false, taken)
    }
    storage.append(element)
    box.index.record(.insert(element, at: position))
    checkInvariants(near: position)
    return (true, position)
  }

  /// Adds elements at the end, leaving out each whose id is taken.
  ///
  /// - Complexity: O(*k*) on average, where *k* is the number of elements given.
  @inlinable
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    let more = elements.underestimatedCount
    // Reserving is exact: for few elements it would undo the doubling that makes appending O(1).
    if more > storage.count { reserveCapacity(storage.count + more) }
    for element in elements { append(element) }
  }

  /// Inserts an element if no element has its id.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - position: The wanted position; `count` is the end.
  /// - Returns: Whether it was inserted, and the position of the element that has the id now.
  /// - Precondition: The position is from 0 to `count`.
  /// - Complexity: A memory move of the elements behind, and O(log *n*) entries of the hash table on average; O(1) next
  ///   to the end.
  @inlinable
  @discardableResult
  public mutating func insert(
    _ element: Element,
    at position: Int
  ) -> (inserted: Bool, index: Int) {
    let size = storage.count
    IdentifiedArrayTrap.check(position, upTo: size)
    if let taken = index(id: box.identify(element)) { return (false, taken) }
    makeBoxUnique()
    let changed = box.index.order.insert(at: position, count: size)
    storage.insert(element, at: position)
    writeLabels(changed)
    box.index.record(.insert(element, at: position))
    checkInvariants(near: position)
    return (true, position)
  }

  /// Inserts elements in their order, leaving out each whose id is taken.
  ///
  /// - Precondition: The position is from 0 to `count`.
  /// - Complexity: O(*n* + *k*), where *k* is the number of elements given.
  @inlinable
  public mutating func insert(contentsOf elements: some Sequence<Element>, at position: Int) {
    replaceSubrange(position..<position, with: elements)
  }

  /// Replaces the element that has the same id, or adds the element at the end.
  ///
  /// - Returns: The replaced element, or nil if the element was added.
  /// - Complexity: As ``index(id:)``.
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    let (isInserted, position) = append(element)
    return isInserted ? nil : replace(at: position, with: element)
  }

  /// Replaces the element that has the same id, where it stands, or inserts the element.
  ///
  /// - Returns: The replaced element, or nil if the element was inserted, and its position.
  /// - Precondition: The position is from 0 to `count`.
  /// - Complexity: As ``insert(_:at:)``.
  @inlinable
  @discardableResult
  public mutating func updateOrInsert(
    _ element: Element,
    at position: Int
  ) -> (replaced: Element?, index: Int) {
    let (isInserted, index) = insert(element, at: position)
    return (isInserted ? nil : replace(at: index, with: element), index)
  }

  /// Replaces the element that has the same id.
  ///
  /// - Returns: The replaced element, or nil if there is none; then nothing changes.
  /// - Complexity: As ``index(id:)``.
  @inlinable
  @discardableResult
  public mutating func update(_ element: Element) -> Element? {
    index(id: box.identify(element)).map { replace(at: $0, with: element) }
  }

  /// Replaces the element with the same id.
  @inlinable
  mutating func replace(at position: Int, with element: Element) -> Element {
    let old = storage[position]
    storage[position] = element
    if box.index.log != nil {
      makeBoxUnique()
      box.index.record(.replace(old, with: element, at: position))
    }
    return old
  }

  /// Makes room for a number of elements, so that growing to it allocates once.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func reserveCapacity(_ capacity: Int) {
    guard capacity > storage.count else { return }
    storage.reserveCapacity(capacity)
    makeBoxUnique()
    box.index.labels.reserveCapacity(capacity)
  }

  /// Adds the elements of a sequence at the end, leaving out each whose id is taken.
  ///
  /// - Complexity: O(*k*) on average, where *k* is the number of elements given.
  @inlinable
  public static func += (array: inout Self, elements: some Sequence<Element>) {
    array.append(contentsOf: elements)
  }
}
