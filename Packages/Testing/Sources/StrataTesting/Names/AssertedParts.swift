import StrataCore
import StrataExtensions

/// The lines that assert what of a value differs from an earlier one, part by part.
enum AssertedParts {
  /// The lines, one for each part that differs.
  ///
  /// - Parameters:
  ///   - path: The source text for the value, such as `store.model.rows[1]`.
  ///   - former: The earlier value.
  ///   - value: The value.
  /// - Returns: The lines; none for equal values.
  static func lines(_ path: String, from former: Any, to value: Any) -> [String] {
    guard ValueDiff().text(from: former, to: value) != nil else { return [] }
    let (former, value) = (plain(former), plain(value))
    if value is any Equatable, let text = SourceLiteral.text(of: value), text.count <= longest {
      return ["\(path) == \(text)"]
    }
    let (old, new) = (Mirror(reflecting: former), Mirror(reflecting: value))
    switch new.displayStyle {
    case .optional:
      guard let now = new.children.first?.value else { return ["\(path) == nil"] }
      guard let was = old.children.first?.value else { return ["\(path) != nil"] }
      return lines(path + "?", from: was, to: now)
    case .struct
    where SourceLiteral.hasReadableParts(value) && old.children.count == new.children.count:
      if let found = lines(path, ofMembers: old, new, of: type(of: value)) { return found }
    case _ where SourceLiteral.isList(value):
      return lines(path, ofElements: elements(former), elements(value))
    default: break
    }
    return [whole(path, value)]
  }

  /// Longer literals are compared part by part.
  private static let longest = 60

  private static func lines(
    _ path: String,
    ofMembers old: Mirror,
    _ new: Mirror,
    of type: Any.Type
  ) -> [String]? {
    var found: [String] = []
    for (old, new) in zip(old.children, new.children) {
      guard ValueDiff().text(from: old.value, to: new.value) != nil else { continue }
      guard var label = new.label else { return nil }
      // The storage of a property wrapper has another name than the property.
      if label.hasPrefix("_") {
        guard new.value is any DumpRepresentable else { return nil }
        label.removeFirst()
      }
      guard PropertyAccess.of(label, in: type) > .hidden else { return nil }
      found += lines("\(path).\(label)", from: old.value, to: new.value)
    }
    return found
  }

  private static func lines(_ path: String, ofElements old: [Any], _ new: [Any]) -> [String] {
    guard old.count == new.count else { return ["\(path).count == \(new.count)"] }
    return zip(old, new).enumerated().flatMap { index, pair in
      lines("\(path)[\(index)]", from: pair.0, to: pair.1)
    }
  }

  private static func elements(_ value: Any) -> [Any] {
    func open(_ collection: some RandomAccessCollection) -> [Any] { collection.map { $0 } }
    return (value as? any RandomAccessCollection).map { open($0) } ?? []
  }

  /// The value of a property wrapper that dumps show as if it were not wrapped.
  private static func plain(_ value: Any) -> Any {
    guard let wrapper = value as? any DumpRepresentable,
      case .value(let inner) = wrapper.dumpRepresentation
    else { return value }
    return inner
  }

  /// The line that asserts a value as a whole: what cannot be written is a placeholder.
  private static func whole(_ path: String, _ value: Any) -> String {
    "\(path) == \(SourceLiteral.text(of: value) ?? "<#\(TypeName.text(of: value))#>")"
  }
}
