import SwiftDiagnostics
import SwiftSyntax

/// What the user has written of that which `@Model` would write.
struct DeclaredMembers {
  /// Whether the model is to be compared, and there is no `==`.
  let lacksEqual: Bool
  /// Whether the model is to be hashed, and there is no `hash(into:)`.
  let lacksHash: Bool
  let hasMirror: Bool
  let hasLayout: Bool
  let diagnostics: [Diagnostic]

  init(_ declaration: StructDeclSyntax) {
    let inherited = declaration.inheritedNames
    let isHashable = inherited.contains("Hashable")
    let isEquatable = isHashable || !inherited.isDisjoint(with: ["Equatable", "Comparable"])

    let functions = declaration.members(FunctionDeclSyntax.self)
    let equal = functions.first { $0.isEqual(of: declaration.name.text) }
    let hash = functions.first { $0.isHash }
    lacksEqual = isEquatable && equal == nil && hash == nil
    lacksHash = isHashable && hash == nil && equal == nil

    let variables = declaration.members(VariableDeclSyntax.self)
    hasMirror = variables.contains { $0.declares("customMirror") != nil }
    hasLayout = variables.contains { $0.has(.static) && $0.declares("modelLayout") != nil }

    var diagnostics: [Diagnostic] = []
    if isHashable, let equal, hash == nil {
      diagnostics.append(MacroComplaint.equalWithoutHash.at(equal.name))
    }
    if isHashable, let hash, equal == nil {
      diagnostics.append(MacroComplaint.hashWithoutEqual.at(hash.name))
    }
    for name in ["_modelNode", "modelNode"] {
      for token in variables.compactMap({ $0.declares(name) }) {
        diagnostics.append(MacroComplaint.reservedName(name).at(token))
      }
    }
    for type in declaration.memberBlock.members.compactMap({ $0.decl.declaredTypeName })
    where ["Swift", "StrataModels"].contains(type.plainName) {
      diagnostics.append(MacroComplaint.hiddenModule(type.plainName).at(type))
    }
    self.diagnostics = diagnostics
  }
}

extension DeclSyntax {
  /// The name of the type that this declares.
  fileprivate var declaredTypeName: TokenSyntax? {
    switch self.as(DeclSyntaxEnum.self) {
    case .structDecl(let type): type.name
    case .enumDecl(let type): type.name
    case .classDecl(let type): type.name
    case .actorDecl(let type): type.name
    case .protocolDecl(let type): type.name
    case .typeAliasDecl(let type): type.name
    default: nil
    }
  }
}

extension VariableDeclSyntax {
  /// The token by which the variable declares a name.
  fileprivate func declares(_ name: String) -> TokenSyntax? {
    bindings.lazy
      .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
      .first { $0.plainName == name }
  }
}

extension FunctionDeclSyntax {
  /// Whether this is `static func == (lhs: Self, rhs: Self)`, by either name of the type.
  fileprivate func isEqual(of type: String) -> Bool {
    guard name.text == "==", has(.static) else { return false }
    let parameters = signature.parameterClause.parameters
    return parameters.count == 2
      && parameters.allSatisfy { parameter in
        guard let own = parameter.type.as(IdentifierTypeSyntax.self) else { return false }
        return own.name.text == "Self" || own.name.text == type
      }
  }

  /// Whether this is `func hash(into:)`.
  fileprivate var isHash: Bool {
    let parameters = signature.parameterClause.parameters
    return name.text == "hash" && !has(.static) && parameters.count == 1
      && parameters.first?.firstName.text == "into"
  }
}
