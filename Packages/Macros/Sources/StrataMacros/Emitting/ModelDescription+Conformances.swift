import SwiftSyntax

extension ModelDescription {
  /// The extension that `@Model` adds, or nothing if the user has declared all of it.
  ///
  /// `missing` names the protocols that the user has not declared.
  func conformances(
    of type: some TypeSyntaxProtocol,
    missing: Set<String>
  ) -> [ExtensionDeclSyntax] {
    var protocols: [String] = []
    if missing.contains("Model") { protocols.append("StrataModels.Model") }
    // The compiler checks this at each constant, except for a function without `@Sendable`, which is the usual
    // form. Then the layout checks the others.
    if missing.contains("Sendable") {
      protocols.append(hasUncheckedConstant ? "@unchecked Swift.Sendable" : "Swift.Sendable")
    }
    if missing.contains("CustomReflectable") { protocols.append("Swift.CustomReflectable") }
    for equality in equalities where missing.contains(equality) {
      protocols.append("StrataModels.\(equality)")
    }

    var members: [String] = []
    if declared.lacksEqual { members.append(equal) }
    if declared.lacksHash { members.append(hash) }
    if !declared.hasMirror, missing.contains("CustomReflectable") { members.append(mirror) }
    return makeExtension(
      of: type,
      conformance: protocols.isEmpty ? nil : protocols.joined(separator: ", "),
      members: members
    )
  }

  /// The protocols that bring the operators; a macro cannot write them (see there).
  private var equalities: [String] {
    (declared.lacksEqual ? ["MemberwiseEquatable"] : [])
      + (declared.lacksHash ? ["MemberwiseHashable"] : [])
  }

  /// The properties that are compared and hashed: functions have no equality, and existentials have a diagnostic.
  private var compared: [Stored] { stored.filter { !$0.isFunction && $0.existential == nil } }

  private var equal: String {
    let conditions = compared.map { "\($0.read) == other.\($0.name.text)" }
      .joined(separator: ",\n      ")
    let body =
      conditions.isEmpty
      ? "    true"
      : """
          guard
            \(conditions)
          else {
            return false
          }
          return true
      """
    return """
        \(attributeOfUse)\(access)func isMemberwiseEqual(to other: Self) -> Swift.Bool {
      \(body)
        }
      """
  }

  private var hash: String {
    let lines = compared.map { "    hasher.combine(\($0.read))" }.joined(separator: "\n")
    return """
        \(attributeOfUse)\(access)func hashMembers(into hasher: inout Swift.Hasher) {
      \(lines)
        }
      """
  }

  // The keyword `struct` stands in backticks: a compiler that makes only the module skips the body of a function, unless
  // it sees the keyword of a type in it.
  private var mirror: String {
    let children = stored.map { "\"\($0.name.plainName)\": \($0.read) as Any" }
    let literal = children.isEmpty ? ":" : "\n\(children.map { $0 + "," }.indented(by: 6))\n    "
    return """
        \(attributeOfUse)\(access)var customMirror: Swift.Mirror {
          Swift.Mirror(self, children: [\(literal)], displayStyle: .`struct`)
        }
      """
  }
}

extension ModelDescription.Stored {
  /// The expression that reads the property.
  fileprivate var read: String { (isVouchedFor ? "unsafe " : "") + "self.\(name.text)" }
}
