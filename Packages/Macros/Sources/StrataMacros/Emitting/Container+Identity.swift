import SwiftSyntax

extension EnumDescription {
  /// The code of `makeContainerID`.
  var identity: String {
    let attribute = cases.lazy.map(\.availability).attributeOfUse
    let lines =
      cases.isEmpty ? ["switch self {}"] : ["switch self {"] + items.flatMap(\.identity) + ["}"]
    return identityMethod(attribute + access, lines)
  }
}

extension EnumDescription.Item {
  fileprivate var identity: [String] {
    switch self {
    case .single(let single): single.identity
    case .conditional(let branches):
      branches.flatMap { [$0.line] + $0.items.flatMap(\.identity) } + ["#endif"]
    }
  }
}

extension CaseDescription {
  /// The lines of a `switch` that give the case's identity.
  fileprivate var identity: [String] {
    if payload.isEmpty || availability.isUnavailable {
      return ["case .\(name.text):", "  \(call([]))"]
    }
    let values = payload.indices.map { "value\($0)" }
    return ["case \(expression { "let value\($0)" }):", "  \(call(values))"]
  }

  private func call(_ values: [String]) -> String { makeIdentity(name.plainName, values) }
}

extension ContainerDescription {
  /// The code of `makeContainerID`.
  var identity: String {
    let attribute = items.flatMap(\.members).lazy.map(\.availability).attributeOfUse
    let names = items.flatMap(\.unconditional).map { "self.\($0.name)" }
    return identityMethod(attribute + access, [makeIdentity(name, names)])
  }
}

extension ContainerDescription.Item {
  /// The property, unless it depends on an `#if`.
  fileprivate var unconditional: [ContainerDescription.Member] {
    if case .single(let single) = self { [single] } else { [] }
  }
}

private func makeIdentity(_ name: String, _ values: [String]) -> String {
  let arguments = ["\"\(name)\""] + values.map { "StrataModels.ContainerID.part(\($0))" }
  return "StrataModels.ContainerID(\(arguments.joined(separator: ", ")))"
}

/// `makeContainerID` with a body.
private func identityMethod(_ access: String, _ lines: [String]) -> String {
  """
    \(access)func makeContainerID() -> StrataModels.ContainerID {
  \(lines.indented(by: 4))
    }
  """
}
