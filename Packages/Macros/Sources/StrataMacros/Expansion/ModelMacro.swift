import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Turns a struct into a model: `@Model`.
enum ModelMacro {
  static let formatMode = FormatMode.disabled
}

extension ModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else { return [] }
    if context.isInsideFunction {
      context.diagnose(MacroDiagnostic.localModel.at(declaration.name))
      return []
    }
    let model = ModelDescription(declaration, in: context.lexicalContext)
    for diagnostic in model.diagnostics + declaration.mistakesInBodies {
      context.diagnose(diagnostic)
    }
    guard declaration.reservedNames.isEmpty else { return [] }
    return model.members(in: context).map(DeclSyntax.init(code:))
  }
}

extension ModelMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard !context.isInsideFunction, let declaration = declaration.as(StructDeclSyntax.self),
      declaration.reservedNames.isEmpty, let variable = member.as(VariableDeclSyntax.self),
      let attribute = declaration.slotAttribute(of: variable)
    else { return [] }
    return [AttributeSyntax(code: attribute)]
  }
}

extension ModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The code stands here and not with the members, because for some enums the compiler never asks for those.
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(rejection(of: declaration, node))
      return []
    }
    if let diagnostic = declaration.hiddenTypeDiagnostic(node, in: context) {
      context.diagnose(diagnostic)
    }
    guard declaration.reservedNames.isEmpty else { return [] }
    let missing = Set(protocols.map(\.spelling))
    return ModelDescription(declaration).conformances(of: type, missing: missing)
  }

  private static func rejection(
    of declaration: some DeclGroupSyntax,
    _ node: AttributeSyntax
  ) -> Diagnostic {
    let token = declaration.introducer
    let remedies =
      declaration.is(EnumDeclSyntax.self)
      ? [Remedy.use("ModelContainer", instead: node)] : Remedy.makeStruct(of: token)
    return MacroDiagnostic.needsStruct.at(token, fixIts: remedies)
  }
}
