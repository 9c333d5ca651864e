import StrataExtensions

/// A property that differs between two values of one struct, as a test can name it.
struct ChangedMember {
  let name: String
  let old: Any
  let new: Any

  /// The properties that differ.
  ///
  /// - Parameters:
  ///   - type: The struct.
  ///   - old: The mirror of the earlier value.
  ///   - new: The mirror of the later one.
  ///   - access: The access that a test has to have to each of them.
  /// - Returns: The properties; `nil` if a test cannot name one of them, or has less access to it.
  static func all(
    of type: Any.Type,
    from old: Mirror,
    to new: Mirror,
    for access: PropertyAccess
  ) -> [ChangedMember]? {
    guard old.children.count == new.children.count else { return nil }
    var found: [ChangedMember] = []
    for (old, new) in zip(old.children, new.children) {
      guard ValueDiff().text(from: old.value, to: new.value) != nil else { continue }
      guard var label = new.label else { return nil }
      // The storage of a property wrapper has another name than the property.
      if label.hasPrefix("_") {
        guard wrapped(in: new.value) != nil else { return nil }
        label.removeFirst()
      }
      guard PropertyAccess.of(label, in: type) >= access else { return nil }
      found.append(ChangedMember(name: label, old: old.value, new: new.value))
    }
    return found
  }

  /// The value of a property wrapper that dumps show as if it were not wrapped; `nil` for any other value.
  static func wrapped(in value: Any) -> Any? {
    guard let wrapper = value as? any DumpRepresentable,
      case .value(let inner) = wrapper.dumpRepresentation
    else { return nil }
    return inner
  }

  /// The elements of a collection; none for any other value.
  static func elements(of value: Any) -> [Any] {
    func open(_ collection: some RandomAccessCollection) -> [Any] { collection.map { $0 } }
    return (value as? any RandomAccessCollection).map { open($0) } ?? []
  }
}
