import StrataExtensions

/// Describes values of any depth.
///
/// The standard library describes an enum's payload, a struct's members and a collection's elements by recursion. An
/// indirect enum of some thousand cases would use up the stack.
package enum NestedDescription {
  /// How many levels are described in full.
  static let limit = 128

  /// The text of `String(reflecting:)`; for deeper values a text that ends at a level.
  package static func of(_ value: Any) -> String {
    guard isDeep(value) else { return String(reflecting: value) }
    let lines = ValueDump().text(of: value).split(separator: "\n")
    return lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  /// Whether members are nested more than ``limit`` times.
  ///
  /// The check is iterative. Like descriptions, it does not inspect objects and values that describe themselves.
  private static func isDeep(_ value: Any) -> Bool {
    var remaining: [(value: Any, level: Int)] = [(value, 0)]
    while let (value, level) = remaining.popLast() {
      if describesItself(value) { continue }
      guard level <= limit else { return true }
      for child in Mirror(reflecting: value).children { remaining.append((child.value, level + 1)) }
    }
    return false
  }

  private static func describesItself(_ value: Any) -> Bool {
    if value is any Collection || Mirror(reflecting: value).displayStyle == .optional {
      return false
    }
    return value is any CustomDebugStringConvertible || value is any CustomStringConvertible
      || type(of: value) is AnyClass
  }
}
