public import StrataCore

extension Optional: ModelContainer where Wrapped: ModelContainer {
  /// Shows the wrapped container.
  public mutating func visitModels(_ visitor: inout some ModelVisitor) {
    guard var wrapped = self else { return }
    if visitor.visit(&wrapped) { self = wrapped }
  }
}

extension Array: ModelContainer where Element: ModelContainer & Identifiable {
  /// Shows each element.
  public mutating func visitModels(_ visitor: inout some ModelVisitor) {
    for index in indices {
      var element = self[index]
      if visitor.visit(&element) { self[index] = element }
    }
  }
}

extension ContiguousArray: ModelContainer where Element: ModelContainer & Identifiable {}

extension Dictionary: ModelContainer where Value: ModelContainer {
  /// `false`: the order of a dictionary differs from run to run.
  public static var isVisitedInOrder: Bool { false }

  /// Shows each value.
  public mutating func visitModels(_ visitor: inout some ModelVisitor) {
    for index in values.indices {
      var value = values[index]
      if visitor.visit(&value) { values[index] = value }
    }
  }
}

// Makes a collection of your own a container: it only declares the conformance, for elements that are containers
// with an identity.
extension ModelContainer where Self: MutableCollection, Element: ModelContainer {
  /// Shows each element.
  public mutating func visitModels(_ visitor: inout some ModelVisitor) {
    for index in indices {
      var element = self[index]
      if visitor.visit(&element) { self[index] = element }
    }
  }
}

extension ModelContainer where Self: MutableCollection, Element: ModelContainer {
  /// Calls a closure with each context of each element and its slot; the position in the collection is no slot.
  public func forEachPlace(
    below place: ContainerPlace,
    _ body: (Context, ContainerPlace) -> Void
  ) {
    for element in self {
      element.forEachPlace(below: Self.place(of: element, below: place), body)
    }
  }
}

extension ModelContainer where Self: MutableCollection, Element: ModelContainer {
  /// Whether the elements are the same, one by one.
  public func isSameBesideContexts(as other: Self) -> Bool {
    elementsEqual(other) { $0.isSame(as: $1) }
  }
}

extension ModelContainer where Self: RangeReplaceableCollection, Element: ModelContainer {
  /// Removes the elements that have to go as a whole.
  public mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    var kept = Self()
    for var element in self {
      if !element.removeContexts(where: isRefused) { kept.append(element) }
    }
    self = kept
    return false
  }

  /// The empty collection.
  public static func makeEmpty() -> Self? { Self() }
}
