extension DumpBuilder {
  /// The longest text that is shown whole on one line.
  static var maxLength: Int { 4_096 }

  /// The text of a value that has no parts to show.
  func text(of value: Any) -> DumpNode? {
    switch value {
    case let string as String: return quoted(string)
    case let string as Substring: return quoted(String(string))
    case let character as Character: return .leaf(String(reflecting: String(character)))
    case let type as any Any.Type: return .leaf("\(type).self")
    default: return nil
    }
  }

  /// A string in quotes; one of several lines stands between three quotes, a line to a line.
  private func quoted(_ string: String) -> DumpNode {
    guard string.utf8.contains(UInt8(ascii: "\n")) else { return .leaf(escaped(string)) }
    let lines = string.split(separator: "\n", omittingEmptySubsequences: false)
    let children = lines.map { line in
      DumpChild(node: .leaf(String(escaped(String(line)).dropFirst().dropLast())))
    }
    return .group(
      DumpGroup(.ordered, open: #"""""#, close: #"""""#, children: children)
    )
  }

  private func escaped(_ string: String) -> String {
    let head = string.prefix(Self.maxLength)
    if head.endIndex == string.endIndex { return String(reflecting: string) }
    let rest = string.count - Self.maxLength
    return String(reflecting: head + "…") + " (\(rest) more)"
  }

  /// The text of a value that has no children.
  func empty(_ value: Any, _ mirror: Mirror) -> String {
    switch mirror.displayStyle {
    case .optional: return "nil"
    case .collection, .set: return "[]"
    case .dictionary: return "[:]"
    case .tuple: return "()"
    case .enum:
      let text = String(describing: value)
      return hasOwnDescription(value) ? text : "." + text
    case .struct, .class:
      return hasOwnDescription(value) ? String(describing: value) : "\(typeName(value))()"
    default:
      // A function describes itself as no more than that.
      return typeName(value).contains("->") ? "(\(typeName(value)))" : String(describing: value)
    }
  }

  /// A value whose parts lie too deep.
  func abbreviated(_ value: Any, _ mirror: Mirror) -> DumpNode {
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      let count = mirror.children.count
      return .leaf("[… \(count) \(count == 1 ? "element" : "elements")]")
    case .tuple:
      return .leaf("(…)")
    case .enum:
      return .leaf(".\(mirror.children.first?.label ?? "")(…)")
    default:
      return .leaf("\(typeName(value))(…)")
    }
  }

  private func hasOwnDescription(_ value: Any) -> Bool {
    value is any CustomStringConvertible || value is any CustomDebugStringConvertible
  }
}
