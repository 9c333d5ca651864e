extension IdentifiedArray: RandomAccessCollection {
  /// A part of the array: a slice of the plain elements.
  public typealias SubSequence = ArraySlice<Element>
  /// The positions of the elements.
  public typealias Indices = Range<Int>

  /// Always 0.
  @inlinable public var startIndex: Int { 0 }

  /// The number of elements.
  @inlinable public var endIndex: Int { storage.count }

  // The standard library's versions ask for the distance of two indices, which code without the types does by hundreds
  // of look-ups.
  /// The number of elements.
  @inlinable public var count: Int { storage.count }

  /// Whether there are no elements.
  @inlinable public var isEmpty: Bool { storage.isEmpty }

  /// The elements at a range of positions, which share storage with the array.
  ///
  /// - Precondition: The range is in bounds.
  /// - Complexity: O(1)
  @inlinable
  public subscript(bounds: Range<Int>) -> ArraySlice<Element> { storage[bounds] }

  /// Makes an iterator over the elements as they are now.
  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> { storage.makeIterator() }

  /// Calls a function with the elements' memory.
  ///
  /// - Returns: The value that the function returns; never nil.
  /// - Throws: The error that the function throws.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    unsafe try storage.withUnsafeBufferPointer(body)
  }

  /// The elements that satisfy a predicate, as an identified array.
  ///
  /// - Throws: The error that `isIncluded` throws.
  /// - Complexity: O(*n*)
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = Self(storage: [], box: IdentifiedArrayBox(identify: box.identify))
    for element in storage where try isIncluded(element) { result.append(element) }
    return result
  }
}
