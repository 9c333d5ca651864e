import SwiftDiagnostics
import SwiftSyntax

/// The members that `@Model` would write and the user has written.
struct DeclaredMembers {
  /// Whether the model is to be compared, and there is no `==`.
  let lacksEqual: Bool
  /// Whether the model is to be hashed, and there is no `hash(into:)`.
  let lacksHash: Bool
  let hasMirror: Bool
  let hasLayout: Bool
  let diagnostics: [Diagnostic]

  init(_ declaration: StructDeclSyntax) {
    let equality = DeclaredEquality(declaration)
    lacksEqual = equality.lacksEqual
    lacksHash = equality.lacksHash

    let variables = declaration.members(VariableDeclSyntax.self)
    hasMirror = variables.contains { $0.declares("customMirror") != nil }
    hasLayout = variables.contains { $0.has(.static) && $0.declares("modelLayout") != nil }

    var diagnostics = equality.diagnostics
    for token in declaration.reservedNames {
      diagnostics.append(MacroDiagnostic.reservedName(token.plainName).at(token))
    }
    for type in declaration.memberBlock.members.compactMap({ $0.decl.declaredTypeName })
    where ["Swift", "StrataModels"].contains(type.plainName) {
      diagnostics.append(MacroDiagnostic.hiddenModule(type.plainName).at(type))
    }
    self.diagnostics = diagnostics
  }
}

extension StructDeclSyntax {
  /// The variables with names that `@Model` would declare as well.
  ///
  /// With one of them the macro writes nothing, because all that it writes would be a further error.
  var reservedNames: [TokenSyntax] {
    let variables = members(VariableDeclSyntax.self)
    return ["_modelNode", "modelNode"].flatMap { name in
      variables.compactMap { $0.declares(name) }
    }
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
  /// The token with which the variable declares a name.
  fileprivate func declares(_ name: String) -> TokenSyntax? {
    bindings.lazy
      .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
      .first { $0.plainName == name }
  }
}
