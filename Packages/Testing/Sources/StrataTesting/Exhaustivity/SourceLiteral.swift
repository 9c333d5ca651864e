import StrataExtensions

/// Values as a test would write them.
enum SourceLiteral {
  /// The value as an expression of Swift, where that is known.
  static func text(of value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    // First, because a value in an optional is taken out of it by the casts below.
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    }
    switch value {
    case let text as String: return String(reflecting: text)
    case is Bool, is any BinaryInteger, is any BinaryFloatingPoint: return "\(value)"
    default: break
    }
    switch mirror.displayStyle {
    case .enum where mirror.children.isEmpty: return ".\(value)"
    default: return nil
    }
  }

  /// The value as an expression, or as near to one as a dump on one line is; `nil` for long values.
  static func approximation(of value: Any) -> String? {
    if let literal = text(of: value) { return literal }
    let dump = ValueDump().text(of: value)
    return dump.contains("\n") ? nil : dump
  }

  /// The line that asserts the present value of a property.
  ///
  /// It compiles also for types that cannot be compared.
  static func assertion(_ name: String, _ value: Any) -> String {
    if let collection = value as? any Collection, text(of: value) == nil {
      let isShort = approximation(of: value).map { $0.count <= 40 } ?? false
      if !isShort || !(value is any Equatable) { return "\(name).count == \(collection.count)" }
    }
    guard value is any Equatable else { return assertionWithoutComparison(name, value) }
    if let text = approximation(of: value) { return "\(name) == \(text)" }
    return Mirror(reflecting: value).displayStyle == .optional
      ? "\(name) != nil" : "\(name) == …"
  }

  private static func assertionWithoutComparison(_ name: String, _ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return "\(name) \(mirror.children.isEmpty ? "==" : "!=") nil"
    }
    return reading(name)
  }

  /// A line that reads a property, and is true.
  static func reading(_ name: String) -> String { "(\(name) as Any?) != nil" }

  /// Whether a value is an optional without one.
  static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }
}
