import SwiftSyntax

extension ContainerDescription {
  /// The code of `visitModels`.
  var visit: String { visitMethod(access, members.flatMap(\.visit)) }
}

extension ContainerDescription.Member {
  /// The lines that show the member to the visitor; a copy, so that observers of the property run
  /// only when it changes.
  fileprivate var visit: [String] {
    guard isVariable else { return ["visitor.visitConstant(self.\(name))"] }
    return [
      "do {",
      "  var value = self.\(name)",
      "  if visitor.visitMember(&value) {",
      "    self.\(name) = value",
      "  }",
      "}",
    ]
  }
}
