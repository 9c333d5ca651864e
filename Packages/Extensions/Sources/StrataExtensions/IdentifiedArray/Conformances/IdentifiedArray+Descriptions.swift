extension IdentifiedArray: CustomStringConvertible {
  /// The elements as `Array` describes them.
  public var description: String { storage.description }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  /// The type's name and the elements as `Array` describes them for debugging.
  public var debugDescription: String {
    "IdentifiedArray<\(ID.self), \(Element.self)>(\(storage.debugDescription))"
  }
}

extension IdentifiedArray: CustomReflectable {
  /// A mirror that shows the elements, as a collection.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: storage, displayStyle: .collection)
  }
}
