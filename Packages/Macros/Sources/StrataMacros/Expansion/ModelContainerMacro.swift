import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Lets models be found in an enum or a struct: `@ModelContainer`.
enum ModelContainerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let visit = visit(declaration) else {
      context.diagnose(refusal(of: declaration))
      return []
    }
    return makeExtension(
      of: type,
      conformance: protocols.isEmpty ? nil : "StrataModels.ModelContainer",
      members: declaration.declaresFunction("visitModels") ? [] : [visit]
    )
  }

  private static func visit(_ declaration: some DeclGroupSyntax) -> String? {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return EnumDescription(declaration).visit
    }
    return declaration.as(StructDeclSyntax.self).map { ContainerDescription($0).visit }
  }

  private static func refusal(of declaration: some DeclGroupSyntax) -> Diagnostic {
    let token = declaration.introducer
    return MacroComplaint.needsStructOrEnum.at(token, fixIts: Remedy.makeStruct(of: token))
  }
}
