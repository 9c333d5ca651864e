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
    let former = ChangedMember.wrapped(in: former) ?? former
    let value = ChangedMember.wrapped(in: value) ?? value
    if value is any Equatable, let text = SourceLiteral.text(of: value), text.count <= longest {
      return ["\(path) == \(text)"]
    }
    let (old, new) = (Mirror(reflecting: former), Mirror(reflecting: value))
    switch new.displayStyle {
    case .optional:
      guard let now = new.children.first?.value else { return ["\(path) == nil"] }
      guard let was = old.children.first?.value else { return ["\(path) != nil"] }
      return lines(path + "?", from: was, to: now)
    case .struct where SourceLiteral.hasReadableFacets(value):
      let type = type(of: value)
      guard let members = ChangedMember.all(of: type, from: old, to: new, for: .readable) else {
        break
      }
      return members.flatMap { lines("\(path).\($0.name)", from: $0.old, to: $0.new) }
    case _ where SourceLiteral.isList(value):
      return lines(
        path,
        ofElements: ChangedMember.elements(of: former),
        ChangedMember.elements(of: value)
      )
    default: break
    }
    return [whole(path, value)]
  }

  /// Longer literals are compared part by part.
  private static let longest = 60

  private static func lines(_ path: String, ofElements old: [Any], _ new: [Any]) -> [String] {
    guard old.count == new.count else { return ["\(path).count == \(new.count)"] }
    return zip(old, new).enumerated().flatMap { index, pair in
      lines("\(path)[\(index)]", from: pair.0, to: pair.1)
    }
  }

  /// The line that asserts a value as a whole: what cannot be written is a placeholder.
  private static func whole(_ path: String, _ value: Any) -> String {
    "\(path) == \(SourceLiteral.text(of: value) ?? "<#\(TypeName.text(of: value))#>")"
  }
}
