#if os(Linux)
/// A random struct with an initializer, as a plain struct and as a model.
///
/// The compiler decides by the macros' code which statements of an initializer are first values, and which change a
/// value. A plain struct is the other opinion.
struct InitializerProgram {
  private enum Kind: CaseIterable {
    case constant, required, optional, valued, valuedOptional

    /// Whether an initializer has to give it a value.
    var isRequired: Bool { self == .constant || self == .required }
  }

  private struct Property {
    let name: String
    let kind: Kind

    /// The declaration.
    var text: String {
      switch kind {
      case .constant: "let \(name): Int"
      case .required: "var \(name): Int"
      case .optional: "var \(name): Int?"
      case .valued: "var \(name) = 10"
      case .valuedOptional: "var \(name): Int? = 20"
      }
    }
  }

  /// The property that the initializer forgets on one of its ways; `nil` if it is correct.
  private let forgotten: Int?
  private let properties: [Property]
  private let statements: [String]
  private let canFail: Bool

  /// Makes a program.
  ///
  /// - Parameter isWrong: Whether its initializer may forget a property. ``isWrong`` says whether it does.
  init(using random: inout some RandomNumberGenerator, isWrong: Bool = false) {
    let properties = (0..<Int.random(in: 1...4, using: &random)).map {
      Property(name: "p\($0)", kind: Kind.allCases.randomElement(using: &random) ?? .valued)
    }
    let required = properties.indices.filter { properties[$0].kind.isRequired }
    let forgotten = isWrong ? required.randomElement(using: &random) : nil
    var statements: [String] = []
    for index in properties.indices.shuffled(using: &random) {
      let isForgotten = index == forgotten
      statements += Self.assignment(of: properties[index], isForgotten, using: &random)
    }
    let canFail = Int.random(in: 0..<5, using: &random) == 0
    if canFail {
      let place = Int.random(in: 0...statements.count, using: &random)
      statements.insert("guard a != 4 else { return nil }", at: place)
    }
    if Bool.random(using: &random), let last = properties.last {
      statements.append("note(self.\(last.name))")
    }
    self.properties = properties
    self.forgotten = forgotten
    self.statements = statements
    self.canFail = canFail
  }

  /// Whether the initializer forgets a property.
  var isWrong: Bool { forgotten != nil }

  private static func assignment(
    of property: Property,
    _ isForgotten: Bool,
    using random: inout some RandomNumberGenerator
  ) -> [String] {
    let name = "self.\(property.name)"
    if isForgotten { return Bool.random(using: &random) ? [] : ["if a > 2 { \(name) = a }"] }
    let branches = "if a > 2 { \(name) = a } else { \(name) = -a }"
    switch (Int.random(in: 0..<5, using: &random), property.kind) {
    case (0, .constant), (0, .required): return ["\(name) = a"]
    case (0, _): return []
    case (1, .constant), (2, _): return [branches]
    case (1, _): return ["\(name) = a", "\(name) = a + 1"]
    case (3, let kind) where !kind.isRequired: return ["if a > 2 { \(name) = a }"]
    default: return ["\(name) = 7"]
    }
  }

  /// The declaration, with a function that shows what an argument makes.
  func declaration(_ name: String, isModel: Bool) -> String {
    let lines =
      properties.map(\.text)
      + ["init\(canFail ? "?" : "")(_ a: Int) {"] + statements.map { "  " + $0 } + ["}"]
      + ["var shown: String {"]
      + ["  \"\(properties.map { "\\(String(describing: \($0.name)))" }.joined(separator: " "))\""]
      + ["}"]
    return "\(isModel ? "@Model " : "")struct \(name) {\n"
      + lines.map { "  \($0)\n" }.joined() + "}\n"
  }

  /// An expression for the values that an argument gives.
  func result(_ name: String, _ argument: Int) -> String {
    "show({ \(name)(\(argument))\(canFail ? "?" : "").shown })"
  }
}
#endif
