extension Optional: ContextContainer where Wrapped: ContextContainer {
  /// Handles, if each value is one.
  @inlinable
  public static var contents: ContainerContents {
    Wrapped.contents == .handle ? .handles : .mixed
  }

  /// Calls a closure with each context of the wrapped container.
  @inlinable
  public func forEachContext(_ body: (Context) -> Void) {
    self?.forEachContext(body)
  }

  /// Calls a closure with each handle of the wrapped container.
  @inlinable
  public func forEachHandle(_ body: (Context, any Sendable) -> Void) {
    self?.forEachHandle(body)
  }

  /// Calls a closure with each context of the wrapped container and its path.
  public func forEachPlace(
    below place: ContainerPlace,
    _ body: (Context, ContainerPlace) -> Void
  ) {
    self?.forEachPlace(below: place, body)
  }

  /// Replaces handles in the wrapped container.
  @inlinable
  public mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    self?.replaceContexts(replacement)
  }

  /// Becomes `nil` if the wrapped value has to go as a whole.
  public mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    if self?.removeContexts(where: isRefused) ?? false { self = nil }
    return false
  }

  /// Whether both are `nil`, or the wrapped values are the same.
  public func isSameBesideContexts(as other: Self) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let value?, let other?): value.isSame(as: other)
    default: false
    }
  }

  /// The empty optional, `nil`.
  @inlinable
  public static func makeEmpty() -> Self? { .some(.none) }
}

extension Array: ContextContainer where Element: ContextContainer {
  /// Handles, if each element is one.
  @inlinable
  public static var contents: ContainerContents {
    Element.contents == .handle ? .handles : .mixed
  }

  /// Calls a closure with each context of each element, in order.
  @inlinable
  public func forEachContext(_ body: (Context) -> Void) {
    // By address, because `for element in self` and the buffer's subscript retain each element.
    unsafe withUnsafeBufferPointer { elements in
      guard var element = elements.baseAddress else { return }
      let end = unsafe element + elements.count
      while unsafe element < end {
        unsafe element.pointee.forEachContext(body)
        unsafe element += 1
      }
    }
  }

  /// Calls a closure with each handle of each element, in order.
  @inlinable
  public func forEachHandle(_ body: (Context, any Sendable) -> Void) {
    for element in self { element.forEachHandle(body) }
  }

  /// Offers the handles of the elements to a search, from the end.
  @inlinable
  public func findHandles(_ search: inout HandleSearch) {
    findHandlesFromEnd(&search)
  }

  /// Calls a closure with each context of each element and its path, which does not include the index.
  public func forEachPlace(
    below place: ContainerPlace,
    _ body: (Context, ContainerPlace) -> Void
  ) {
    for element in self {
      element.forEachPlace(below: Self.place(of: element, below: place), body)
    }
  }

  /// Replaces handles in each element.
  @inlinable
  public mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    for index in indices { self[index].replaceContexts(replacement) }
  }

  /// Removes the elements that have to go as a whole.
  public mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    for index in indices.reversed() where self[index].removeContexts(where: isRefused) {
      remove(at: index)
    }
    return false
  }

  /// Whether the elements are the same, one by one.
  public func isSameBesideContexts(as other: Self) -> Bool {
    elementsEqual(other) { $0.isSame(as: $1) }
  }

  /// The empty array.
  @inlinable
  public static func makeEmpty() -> Self? { [] }
}

extension ContiguousArray: ContextContainer where Element: ContextContainer {
  /// Handles, if each element is one.
  @inlinable
  public static var contents: ContainerContents {
    Element.contents == .handle ? .handles : .mixed
  }

  /// Calls a closure with each context of each element, in order.
  @inlinable
  public func forEachContext(_ body: (Context) -> Void) {
    // Not `for element in self`, which retains each element.
    unsafe withUnsafeBufferPointer { elements in
      for index in elements.indices { unsafe elements[index].forEachContext(body) }
    }
  }

  /// Calls a closure with each handle of each element, in order.
  @inlinable
  public func forEachHandle(_ body: (Context, any Sendable) -> Void) {
    for element in self { element.forEachHandle(body) }
  }

  /// Offers the handles of the elements to a search, from the end.
  @inlinable
  public func findHandles(_ search: inout HandleSearch) {
    findHandlesFromEnd(&search)
  }

  /// Calls a closure with each context of each element and its path, which does not include the index.
  public func forEachPlace(
    below place: ContainerPlace,
    _ body: (Context, ContainerPlace) -> Void
  ) {
    for element in self {
      element.forEachPlace(below: Self.place(of: element, below: place), body)
    }
  }

  /// Replaces handles in each element.
  @inlinable
  public mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    for index in indices { self[index].replaceContexts(replacement) }
  }

  /// Removes the elements that have to go as a whole.
  public mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    for index in indices.reversed() where self[index].removeContexts(where: isRefused) {
      remove(at: index)
    }
    return false
  }

  /// Whether the elements are the same, one by one.
  public func isSameBesideContexts(as other: Self) -> Bool {
    elementsEqual(other) { $0.isSame(as: $1) }
  }

  /// The empty array.
  @inlinable
  public static func makeEmpty() -> Self? { [] }
}

extension Dictionary: ContextContainer where Value: ContextContainer {
  /// Calls a closure with each context of each value, the oldest context first.
  ///
  /// The order of the dictionary is not used, because it differs from run to run.
  public func forEachContext(_ body: (Context) -> Void) {
    var contexts: [Context] = []
    for value in values { value.forEachContext { contexts.append($0) } }
    contexts.sort { $0.id < $1.id }
    for context in contexts { body(context) }
  }

  /// Calls a closure with each handle of each value.
  public func forEachHandle(_ body: (Context, any Sendable) -> Void) {
    for value in values { value.forEachHandle(body) }
  }

  /// Calls a closure with each context of each value and its path, which includes the key.
  public func forEachPlace(
    below place: ContainerPlace,
    _ body: (Context, ContainerPlace) -> Void
  ) {
    for (key, value) in self { value.forEachPlace(below: place.appending(key), body) }
  }

  /// Replaces handles in each value.
  public mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    for index in values.indices { values[index].replaceContexts(replacement) }
  }

  /// Removes the values that have to go as a whole, with their keys.
  public mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    for key in Array(keys) where self[key]?.removeContexts(where: isRefused) ?? false {
      self[key] = nil
    }
    return false
  }

  /// Whether the same keys have the same values.
  public func isSameBesideContexts(as other: Self) -> Bool {
    count == other.count && allSatisfy { key, value in other[key]?.isSame(as: value) ?? false }
  }

  /// The empty dictionary.
  public static func makeEmpty() -> Self? { [:] }
}
