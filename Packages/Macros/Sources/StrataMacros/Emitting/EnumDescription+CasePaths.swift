import SwiftSyntax

extension EnumDescription {
  /// The members that `@CasePathable` adds.
  var casePaths: [String] {
    let lines = items.flatMap { $0.paths(access: access, root: name) }
    return [
      """
      \(access)nonisolated struct AllCasePaths: Swift.Sendable {
      \(lines.indented(by: 2))
      }
      """,
      """
      \(access)nonisolated static var allCasePaths: AllCasePaths {
        AllCasePaths()
      }
      """,
    ]
  }
}

extension EnumDescription.Item {
  fileprivate func paths(access: String, root: String) -> [String] {
    switch self {
    case .single(let single): single.path(access: access, root: root)
    case .conditional(let branches):
      branches.flatMap { branch in
        [branch.line] + branch.items.flatMap { $0.paths(access: access, root: root) }
      } + ["#endif"]
    }
  }
}

extension CaseDescription {
  /// The property of a case's path.
  fileprivate func path(access: String, root: String) -> [String] {
    // No program can have a value of this case.
    if availability.isUnavailable { return [] }
    let values = payload.indices.map { "value\($0)" }.joined(separator: ", ")
    let pattern = payload.isEmpty ? expression { _ in "" } : "let \(expression { "value\($0)" })"
    let embedded = expression { payload.count == 1 ? "$0" : "$0.\($0)" }
    return availability.attributes + [
      "\(access)var \(name.text): StrataExtensions.CasePath<\(root), \(valueType)> {",
      "  StrataExtensions.CasePath(",
      "    embed: { \(embedded) },",
      "    extract: {",
      "      guard case \(pattern) = $0 else {",
      "        return nil",
      "      }",
      "      return \(payload.count == 1 ? values : "(\(values))")",
      "    }",
      "  )",
      "}",
    ]
  }

  /// The payload as one type: a tuple of several values.
  private var valueType: String {
    if payload.isEmpty { return "Swift.Void" }
    if payload.count == 1, let only = payload.first { return only.type.trimmedDescription }
    let parts = payload.map { part in
      (part.label.map { "\($0): " } ?? "") + part.type.trimmedDescription
    }
    return "(\(parts.joined(separator: ", ")))"
  }
}
