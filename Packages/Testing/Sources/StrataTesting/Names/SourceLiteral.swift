import StrataExtensions

/// Values as a test would write them.
public enum SourceLiteral: Sendable {
  /// The value as an expression of Swift that compiles wherever the type is known; `nil` if no expression surely
  /// does.
  public static func text(of value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    // First, because a value in an optional is taken out of it by the casts below.
    if mirror.displayStyle == .optional { return text(ofOptional: mirror) }
    switch value {
    case let text as String: return String(reflecting: text)
    case let number as any BinaryFloatingPoint: return text(of: number)
    case is Bool: return "\(value)"
    case let number as any BinaryInteger: return text(ofInteger: number)
    default: break
    }
    switch mirror.displayStyle {
    case .enum: return text(ofEnum: value, mirror)
    case .collection where isOf("Array", value):
      return texts(of: mirror.children.map(\.value)).map { "[\($0.joined(separator: ", "))]" }
    case .set where isOf("Set", value):
      return texts(of: mirror.children.map(\.value)).map {
        "[\($0.sorted().joined(separator: ", "))]"
      }
    case .dictionary where isOf("Dictionary", value): return text(ofDictionary: mirror)
    case _ where isOf("Range", value) || isOf("ClosedRange", value):
      return text(ofRange: mirror, isOf("Range", value) ? "..<" : "...")
    default: return nil
    }
  }

  /// `["a": 1, "b": 2]`, in the same order each time.
  private static func text(ofDictionary mirror: Mirror) -> String? {
    let entries = texts(of: mirror.children.map(\.value)) { entry in
      texts(of: Mirror(reflecting: entry).children.map(\.value))?.joined(separator: ": ")
    }
    return entries.map { $0.isEmpty ? "[:]" : "[\($0.sorted().joined(separator: ", "))]" }
  }

  private static func text(ofRange mirror: Mirror, _ sign: String) -> String? {
    guard let bounds = texts(of: mirror.children.map(\.value)), bounds.count == 2,
      !bounds.contains(where: { $0.hasPrefix(".") || $0.hasPrefix("-.") })
    else { return nil }
    return bounds.joined(separator: sign)
  }

  /// Whether the parts that a mirror shows of a struct can be read by their names.
  ///
  /// What a type of a library shows of itself need not be what it lets others read.
  static func hasReadableFacets(_ value: Any) -> Bool {
    !(value is any CustomReflectable) && !isOfSystem(type(of: value))
  }

  /// Whether a value is a list whose elements can be read and replaced at an index.
  static func isList(_ value: Any) -> Bool {
    ["Array", "ContiguousArray", "ArraySlice", "IdentifiedArray"].contains { isOf($0, value) }
  }

  private static func text(ofOptional mirror: Mirror) -> String? {
    guard let wrapped = mirror.children.first?.value else { return "nil" }
    let text = text(of: wrapped)
    // These mean cases of the optional itself.
    let isCaseOfOptional = text.map { $0.hasPrefix(".none") || $0.hasPrefix(".some") } ?? false
    let isNested = Mirror(reflecting: wrapped).displayStyle == .optional
    return isCaseOfOptional || isNested ? nil : text
  }

  /// `3`; a number that is too large for an `Int` names its type, because a literal is an `Int` beside an operator.
  private static func text(ofInteger number: some BinaryInteger) -> String {
    Int(exactly: number) == nil ? "\(type(of: number))(\(number))" : "\(number)"
  }

  private static func text(of number: some BinaryFloatingPoint) -> String? {
    if number.isNaN { return nil }
    if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
    return "\(number)"
  }

  /// `.done`, `.moved(from: 1, to: 2)`.
  private static func text(ofEnum value: Any, _ mirror: Mirror) -> String? {
    guard let payload = mirror.children.first else {
      // A description of its own hides the name of the case.
      return value is any CustomStringConvertible ? nil : ".\(value)"
    }
    guard let name = payload.label else { return nil }
    let values = Mirror(reflecting: payload.value)
    guard values.displayStyle == .tuple else {
      return text(of: payload.value).map { ".\(name)(\($0))" }
    }
    let parts = values.children.map { child -> String? in
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
      return text(of: child.value).map { label + $0 }
    }
    guard parts.allSatisfy({ $0 != nil }) else { return nil }
    return ".\(name)(\(parts.compactMap(\.self).joined(separator: ", ")))"
  }

  /// The value as an expression that has its type without a hint from its context.
  ///
  /// It is `nil` if no expression surely compiles.
  static func typedText(of value: Any) -> String? {
    guard let text = text(of: value) else { return nil }
    let type = String(reflecting: type(of: value)).replacing("Swift.", with: "")
    let isPlain = ["Int", "Double", "String", "Bool"].contains {
      type == $0 || type == "Array<\($0)>"
    }
    if isPlain, text != "[]", !text.contains(".infinity") { return text }
    return type.contains("(") || type.contains("$") ? nil : "\(text) as \(type)"
  }

  /// Several values as expressions; `nil` if one of them has none.
  static func texts(
    of values: [Any],
    each text: (Any) -> String? = { SourceLiteral.text(of: $0) }
  ) -> [String]? {
    var found: [String] = []
    for value in values {
      guard let text = text(value) else { return nil }
      found.append(text)
    }
    return found
  }

  private static func isOf(_ name: String, _ value: Any) -> Bool {
    "\(type(of: value))".hasPrefix("\(name)<")
  }

  /// An event as an expression; `nil` if no expression surely compiles.
  ///
  /// A model's own event type gives the case its type, that of another one has to be named.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - sender: The type of the model that has sent it; with `nil` the event counts as one of its sender's own.
  /// - Returns: The expression.
  package static func text(ofEvent event: any Sendable, sentBy sender: String? = nil) -> String? {
    guard event is any Equatable, let text = text(of: event) else { return nil }
    guard text.hasPrefix(".") else { return typedText(of: event) }
    let type = String(reflecting: type(of: event)).split(separator: ".").dropFirst()
    let isOwn = sender.map { type.suffix(2).elementsEqual([Substring($0), "Event"]) } ?? true
    if type.last == "Event", isOwn { return text }
    let isNamed = !type.isEmpty && !type.joined().contains { "( $<".contains($0) }
    return isNamed ? type.joined(separator: ".") + text : nil
  }

  /// The value as an expression, or as near to one as a dump on one line is; `nil` for long values.
  static func approximation(of value: Any) -> String? {
    if let literal = text(of: value) { return literal }
    let dump = ValueDump().text(of: value)
    return dump.contains("\n") ? nil : dump
  }

  /// The line that asserts the current value of a property.
  ///
  /// It also compiles for types that cannot be compared, or written.
  ///
  /// - Parameters:
  ///   - name: The property.
  ///   - value: Its value.
  ///   - isComparable: Whether the property's declared type is `Equatable`, as an existential is not.
  /// - Returns: The line.
  static func assertion(_ name: String, _ value: Any, isComparable: Bool = true) -> String {
    let literal = isComparable && value is any Equatable ? text(of: value) : nil
    if let collection = value as? any Collection, !(value is String) {
      guard let literal, literal.count <= 40 else { return "\(name).count == \(collection.count)" }
    }
    guard let literal else { return assertionWithoutComparison(name, value) }
    return "\(name) == \(literal)"
  }

  /// Lines that assert the parts of a struct which differ from those of an earlier value.
  ///
  /// - Returns: The lines; `nil` if a part that differs cannot be written.
  static func differences(_ name: String, from old: Any, to new: Any) -> [String]? {
    let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
    guard after.displayStyle == .struct, type(of: old) == type(of: new), hasReadableFacets(new),
      before.children.count == after.children.count
    else { return nil }
    var lines: [String] = []
    for (was, now) in zip(before.children, after.children) {
      // A property wrapper's storage and the like cannot be read by this name.
      guard let label = now.label, !label.hasPrefix("_"), !label.hasPrefix("$") else { return nil }
      if text(of: was.value) == text(of: now.value), text(of: now.value) != nil { continue }
      if ValueDiff().text(from: was.value, to: now.value) == nil { continue }
      guard PropertyAccess.of(label, in: type(of: new)) > .hidden else { return nil }
      let part = "\(name).\(label)"
      if now.value is any Equatable, text(of: now.value) != nil {
        lines.append(assertion(part, now.value))
      } else if let parts = differences(part, from: was.value, to: now.value) {
        lines += parts
      } else {
        return nil
      }
    }
    return lines.isEmpty ? nil : lines
  }

  static func isOfSystem(_ type: Any.Type) -> Bool {
    let module = String(reflecting: type).prefix { $0 != "." }
    return module == "Swift" || module.hasPrefix("Foundation")
  }

  /// Lines that assert the parts of a struct that can be written.
  ///
  /// For a struct that cannot be compared, and whose earlier value is not known.
  ///
  /// - Returns: The lines; `nil` if there is none, or too many.
  static func parts(_ name: String, of value: Any) -> [String]? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct, hasReadableFacets(value) else { return nil }
    let lines = mirror.children.flatMap { child -> [String] in
      guard let label = child.label, !label.hasPrefix("_"), !label.hasPrefix("$"),
        PropertyAccess.of(label, in: type(of: value)) > .hidden
      else { return [] }
      let part = "\(name).\(label)"
      if child.value is any Equatable, text(of: child.value) != nil {
        return [assertion(part, child.value)]
      }
      return parts(part, of: child.value) ?? []
    }
    return lines.isEmpty || lines.count > mostParts ? nil : lines
  }

  private static let mostParts = 20

  private static func assertionWithoutComparison(_ name: String, _ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return "\(name) \(mirror.children.isEmpty ? "==" : "!=") nil"
    }
    return reading(name)
  }

  /// A line that reads a property, and is true.
  static func reading(_ name: String) -> String { "(\(name) as Any?) != nil" }

  /// A line that reads a property, and is true even where the value is `nil`.
  static func readingAny(_ name: String) -> String { "[\(name)].count == 1" }

  /// The value in an optional; `nil` for an optional without one.
  static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }
}
