import SwiftSyntax

// A macro does not see which payloads are models and which are values. The functions that the code
// calls have an overload for each, and the compiler chooses.

extension EnumDescription {
  /// The code of `isMemberwiseEqual`, unless Swift or the user supplies `==`.
  var equal: String? {
    guard equality.lacksEqual, hasPayloads else { return nil }
    return equalMethod(modifiers, ["switch self {"] + items.flatMap { $0.equal(equality) } + ["}"])
  }

  /// The code of `hashMembers`, unless Swift or the user supplies `hash(into:)`.
  var hash: String? {
    guard equality.lacksHash, hasPayloads else { return nil }
    return hashMethod(modifiers, ["switch self {"] + items.flatMap { $0.hash(equality) } + ["}"])
  }

  private var hasPayloads: Bool { cases.contains { !$0.payload.isEmpty } }

  private var modifiers: String { cases.lazy.map(\.availability).attributeOfUse + access }
}

extension EnumDescription.Item {
  fileprivate func equal(_ equality: DeclaredEquality) -> [String] {
    switch self {
    case .single(let single): single.equal(equality)
    case .conditional(let branches):
      branches.flatMap { [$0.line] + $0.items.flatMap { $0.equal(equality) } } + ["#endif"]
    }
  }

  fileprivate func hash(_ equality: DeclaredEquality) -> [String] {
    switch self {
    case .single(let single): single.hash(equality)
    case .conditional(let branches):
      branches.flatMap { [$0.line] + $0.items.flatMap { $0.hash(equality) } } + ["#endif"]
    }
  }
}

extension CaseDescription {
  /// The lines of a `switch` that compare the case with `other`.
  fileprivate func equal(_ equality: DeclaredEquality) -> [String] {
    // No code can have a value of an unavailable case.
    if availability.isUnavailable { return ["case .\(name.text):", "  return false"] }
    let pattern = payload.isEmpty ? expression { _ in "" } : expression { "let other\($0)" }
    let head = payload.isEmpty ? expression { _ in "" } : expression { "let value\($0)" }
    let comparisons = payload.indices.map { compare("value\($0)", "other\($0)", equality) }
    let results = comparisons.isEmpty ? ["true"] : comparisons
    return [
      "case \(head):",
      "  guard case \(pattern) = other else {",
      "    return false",
      "  }",
    ]
      + results.enumerated().map { $0 == 0 ? "  return \($1)" : "    && \($1)" }
  }

  /// The lines of a `switch` that hash the case.
  fileprivate func hash(_ equality: DeclaredEquality) -> [String] {
    if availability.isUnavailable { return ["case .\(name.text):", "  break"] }
    let head = payload.isEmpty ? expression { _ in "" } : expression { "let value\($0)" }
    return ["case \(head):", "  hasher.combine(\"\(name.plainName)\")"]
      + payload.indices.map { "  " + feed("value\($0)", equality) }
  }
}

extension ContainerDescription {
  /// The code of `isMemberwiseEqual`, unless the user supplies `==`.
  var equal: String? {
    guard equality.lacksEqual else { return nil }
    return equalMethod(modifiers, items.flatMap { $0.equal(equality) } + ["return true"])
  }

  /// The code of `hashMembers`, unless the user supplies `hash(into:)`.
  var hash: String? {
    guard equality.lacksHash else { return nil }
    return hashMethod(modifiers, items.flatMap { $0.hash(equality) })
  }

  private var modifiers: String {
    items.flatMap(\.members).lazy.map(\.availability).attributeOfUse + access
  }
}

extension ContainerDescription.Item {
  fileprivate func equal(_ equality: DeclaredEquality) -> [String] {
    switch self {
    case .single(let single):
      [
        "guard \(compare("self.\(single.name)", "other.\(single.name)", equality)) else {",
        "  return false",
        "}",
      ]
    case .conditional(let branches):
      branches.flatMap { [$0.line] + $0.items.flatMap { $0.equal(equality) } } + ["#endif"]
    }
  }

  fileprivate func hash(_ equality: DeclaredEquality) -> [String] {
    switch self {
    case .single(let single): [feed("self.\(single.name)", equality)]
    case .conditional(let branches):
      branches.flatMap { [$0.line] + $0.items.flatMap { $0.hash(equality) } } + ["#endif"]
    }
  }
}

/// The expression that compares two values.
private func compare(_ value: String, _ other: String, _ equality: DeclaredEquality) -> String {
  "\(key(value, equality)) == \(key(other, equality))"
}

/// The statement that hashes a value.
private func feed(_ value: String, _ equality: DeclaredEquality) -> String {
  "hasher.combine(\(key(value, equality)))"
}

/// The stand-in for a value; a hashed type compares the same values that it hashes.
private func key(_ value: String, _ equality: DeclaredEquality) -> String {
  "StrataModels.MemberwiseComparison.\(equality.lacksHash ? "hashable" : "equatable")(\(value))"
}

/// `isMemberwiseEqual` with a body.
private func equalMethod(_ modifiers: String, _ lines: [String]) -> String {
  """
    \(modifiers)func isMemberwiseEqual(to other: Self) -> Swift.Bool {
  \(lines.indented(by: 4))
    }
  """
}

/// `hashMembers` with a body.
private func hashMethod(_ modifiers: String, _ lines: [String]) -> String {
  """
    \(modifiers)func hashMembers(into hasher: inout Swift.Hasher) {
  \(lines.indented(by: 4))
    }
  """
}
