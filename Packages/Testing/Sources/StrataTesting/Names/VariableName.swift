import Foundation
import StrataConcurrency

/// The name of the variable that a line of a test declares, read from the test's source.
///
/// Lines that a failure suggests are to be pasted into the test. A value does not know the name of its variable,
/// but its maker knows the line that made it. The source is mostly available when a test fails.
enum VariableName {
  private static let known = Locked<[String: String?]>([:], rank: .leaf)

  /// The variable that gets the result of a call.
  ///
  /// - Parameters:
  ///   - calls: The names of functions; the line calls one of them.
  ///   - place: The line of the call.
  /// - Returns: `nil` if the source is missing, or the line gives the value to no single variable.
  static func declared(by calls: [String], at place: CallSite) -> String? {
    let key = "\(place.filePath):\(place.line):\(calls.first ?? "")"
    if let name = known.withLock({ $0[key] }) { return name }
    let lines = SourceText.lines(ofFile: place.filePath.description)
    let name = lines.flatMap { declared(by: calls, in: $0, at: Int(place.line)) }
    known.withLock { $0[key] = .some(name) }
    return name
  }

  /// The variable that a line declares with a property wrapper.
  ///
  /// - Parameters:
  ///   - attribute: The wrapper, such as `@TestModel`.
  ///   - place: The line, or the one below the attribute.
  /// - Returns: `nil` if the source is missing, or declares none there.
  static func declared(with attribute: String, at place: CallSite) -> String? {
    let key = "\(place.filePath):\(place.line):\(attribute)"
    if let name = known.withLock({ $0[key] }) { return name }
    let lines = SourceText.lines(ofFile: place.filePath.description)
    let name = lines.flatMap { declared(with: attribute, in: $0, at: Int(place.line)) }
    known.withLock { $0[key] = .some(name) }
    return name
  }

  /// The variable that a line declares with a property wrapper, in some lines of source.
  static func declared(with attribute: String, in lines: [String], at number: Int) -> String? {
    guard lines.indices.contains(number - 1) else { return nil }
    for first in [number - 1, number - 2] where first >= 0 {
      let text = lines[first..<number].joined(separator: " ")
      guard let start = text.range(of: attribute)?.upperBound,
        let keyword = text.range(of: "var ", range: start..<text.endIndex)?.upperBound
      else { continue }
      let name = text[keyword...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return name.isEmpty ? nil : String(name)
    }
    return nil
  }

  /// The variable that gets the result of a call, in some lines of source.
  ///
  /// - Parameters:
  ///   - calls: The names of functions; the source calls one of them.
  ///   - lines: The source.
  ///   - number: The line of the call, from 1.
  /// - Returns: The variable's name; `nil` if no declaration is found.
  static func declared(by calls: [String], in lines: [String], at number: Int) -> String? {
    guard lines.indices.contains(number - 1) else { return nil }
    for first in stride(from: number - 1, through: max(number - 30, 0), by: -1) {
      guard let (name, start) = declaration(lines[first]) else { continue }
      let rest = [String(lines[first][start...])] + lines[(first + 1)..<max(number, first + 1)]
      guard first == number - 1 || areOneStatement(rest) else { return nil }
      return isValue(of: calls, rest) ? name : nil
    }
    return nil
  }

  /// The name that a line declares or assigns, and where its value begins.
  private static func declaration(_ line: String) -> (name: String, start: String.Index)? {
    var rest = line[...].drop { $0.isWhitespace }
    let modifiers = ["private ", "fileprivate ", "static ", "lazy ", "let ", "var ", "self."]
    while let modifier = modifiers.first(where: { rest.hasPrefix($0) }) {
      rest = rest.dropFirst(modifier.count)
    }
    // Of several the model comes first.
    let isTuple = rest.hasPrefix("(")
    if isTuple { rest = rest.dropFirst() }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !name.isEmpty, name != "_" else { return nil }
    rest = rest.dropFirst(name.count)
    if isTuple {
      guard let end = rest.firstIndex(of: ")") else { return nil }
      rest = rest[end...].dropFirst()
    }
    guard let sign = rest.firstIndex(of: "=") else { return nil }
    // A type may stand before the sign, and nothing else.
    let between = rest[..<sign].drop { $0.isWhitespace }
    guard between.isEmpty || between.hasPrefix(":") else { return nil }
    let start = rest.index(after: sign)
    guard start == rest.endIndex || rest[start] != "=" else { return nil }
    return (String(name), start)
  }

  /// Whether each line goes on with the one before.
  private static func areOneStatement(_ lines: [String]) -> Bool {
    var depth = 0
    for (index, line) in lines.enumerated() {
      let text = line.trimmingCharacters(in: .whitespaces)
      if index > 0, depth == 0, !text.hasPrefix(".") {
        guard index == 1, lines[0].allSatisfy(\.isWhitespace) else { return false }
      }
      depth += depthChange(line[...])
    }
    return true
  }

  /// Whether the value is that of a call in the last line, and not of an expression around it.
  private static func isValue(of calls: [String], _ lines: [String]) -> Bool {
    guard let last = lines.last,
      let call = calls.compactMap({ last.range(of: $0) }).min(by: { $0.lowerBound < $1.lowerBound })
    else { return false }
    let before = lines.dropLast().reduce(0) { $0 + depthChange($1[...]) }
    guard before + depthChange(last[..<call.lowerBound]) == 0 else { return false }
    // A member of the call's value is another value.
    let after = last[call.upperBound...]
    return ![").", "}.", ")!", ")?"].contains { after.contains($0) } || depthChange(after) != 0
  }

  private static func depthChange(_ text: Substring) -> Int {
    text.reduce(0) { depth, character in
      if "([{".contains(character) { return depth + 1 }
      return ")]}".contains(character) ? depth - 1 : depth
    }
  }
}
