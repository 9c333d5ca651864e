extension IdentifiedArray {
  /// Makes an empty array whose elements are identified by a function.
  ///
  /// - Parameter identify: Gives the id of an element. Called often, so it should be cheap, and always
  ///   gives equal ids for equal elements.
  @inlinable
  public init(identifiedBy identify: @escaping @Sendable (Element) -> ID) {
    self.init(storage: [], box: IdentifiedArrayBox(identify: identify))
  }

  /// Makes an empty array whose elements are identified by a property.
  ///
  /// ```swift
  /// var countries = IdentifiedArray<String, Country>(id: \.code)
  /// ```
  ///
  /// A key path costs some ten times as much as ``init(identifiedBy:)`` at each call.
  @inlinable
  public init(id keyPath: any KeyPath<Element, ID> & Sendable) {
    self.init(storage: [], box: IdentifiedArrayBox(identify: { $0[keyPath: keyPath] }))
  }

  /// Makes an array from elements that are identified by a function, leaving out each element whose
  /// id an earlier one has.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    identifiedBy identify: @escaping @Sendable (Element) -> ID
  ) {
    self.init(identifiedBy: identify)
    append(contentsOf: elements)
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Makes an empty array.
  @inlinable
  public init() {
    self.init(storage: [], box: IdentifiedArrayBox(identify: { $0.id }))
  }

  /// Makes an array, leaving out each element whose id an earlier one has.
  ///
  /// - Complexity: O(*n*)
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  /// Makes an array from elements whose ids are known to differ.
  ///
  /// - Precondition: No two elements have one id; the message names it.
  /// - Complexity: O(*n*)
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init()
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      let (isInserted, index) = append(element)
      if !isInserted { IdentifiedArrayTrap.equalIDs(element.id, at: index, and: count) }
    }
  }

  /// Makes an array, letting a function choose between elements of one id.
  ///
  /// - Parameters:
  ///   - elements: The elements; an id takes the position of its first element.
  ///   - combine: Gets the present element and the new one of the same id, and returns the one to store.
  /// - Throws: The error that `combine` throws.
  /// - Precondition: `combine` returns an element of that id.
  /// - Complexity: O(*n*)
  @inlinable
  public init<Failure: Error>(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws(Failure) -> Element
  ) throws(Failure) {
    self.init()
    for element in elements {
      if let index = index(id: element.id) {
        self[index] = try combine(self[index], element)
      } else {
        append(element)
      }
    }
  }
}
