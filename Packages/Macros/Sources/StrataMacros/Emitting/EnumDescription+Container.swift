import SwiftSyntax

extension EnumDescription {
  /// The code of `visitModels`.
  var visit: String {
    guard cases.contains(where: { !$0.payload.isEmpty }) else { return visitMethod(access, []) }
    let access = cases.lazy.map(\.availability).attributeOfUse + access
    let lines = ["switch self {"] + items.flatMap(\.visit) + ["}"]
    return visitMethod(access, lines)
  }
}

/// `visitModels` with a body.
func visitMethod(_ access: String, _ lines: [String]) -> String {
  """
    \(access)mutating func visitModels(_ visitor: inout some StrataModels.ModelVisitor) {
  \(lines.indented(by: 4))
    }
  """
}

extension EnumDescription.Item {
  fileprivate var visit: [String] {
    switch self {
    case .single(let single): single.visit
    case .conditional(let branches):
      branches.flatMap { [$0.line] + $0.items.flatMap(\.visit) } + ["#endif"]
    }
  }
}

extension CaseDescription {
  /// The lines of a `switch` that show the payload to the visitor and put it back if it was changed.
  fileprivate var visit: [String] {
    if payload.isEmpty || availability.isUnavailable {
      return ["case .\(name.text):", "  break"]
    }
    let again = "self = \(expression { "value\($0)" })"
    let head = "case \(expression { "var value\($0)" }):"
    if payload.count == 1 {
      return [head, "  if visitor.visitMember(&value0) {", "    \(again)", "  }"]
    }
    let visits = payload.indices.dropFirst().map { index in
      "  isChanged = visitor.visitMember(&value\(index)) || isChanged"
    }
    return [head, "  var isChanged = visitor.visitMember(&value0)"] + visits
      + ["  if isChanged {", "    \(again)", "  }"]
  }
}
