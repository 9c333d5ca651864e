import SwiftSyntax

extension ContainerDescription {
  /// The code of `visitModels`.
  var visit: String {
    let attribute = items.flatMap(\.members).lazy.map(\.availability).attributeOfUse
    return visitMethod(attribute + access, items.flatMap(\.visit))
  }
}

extension ContainerDescription.Item {
  fileprivate var visit: [String] {
    switch self {
    case .single(let single): single.visit
    case .conditional(let branches):
      branches.flatMap { [$0.line] + $0.items.flatMap(\.visit) } + ["#endif"]
    }
  }
}

extension ContainerDescription.Member {
  /// The lines that show the member to the visitor; a copy, so that observers of the property run
  /// only when it changes.
  fileprivate var visit: [String] {
    guard isVariable else { return ["visitor.visitConstant(\\.\(name), of: &self)"] }
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
