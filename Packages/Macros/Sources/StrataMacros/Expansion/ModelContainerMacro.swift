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
    let container = declaration.as(StructDeclSyntax.self).map(ContainerDescription.init)
    for diagnostic in container?.diagnostics ?? [] { context.diagnose(diagnostic) }
    guard let visit = container?.visit ?? declaration.as(EnumDeclSyntax.self).map(visit) else {
      context.diagnose(refusal(of: declaration))
      return []
    }
    if let complaint = declaration.hiddenTypeComplaint(node, in: context) {
      context.diagnose(complaint)
      return []
    }
    return makeExtension(
      of: type,
      conformance: protocols.isEmpty ? nil : "StrataModels.ModelContainer",
      members: declaration.declaresFunction("visitModels") ? [] : [visit]
    )
  }

  private static func visit(_ declaration: EnumDeclSyntax) -> String {
    EnumDescription(declaration).visit
  }

  private static func refusal(of declaration: some DeclGroupSyntax) -> Diagnostic {
    let token = declaration.introducer
    return MacroComplaint.needsStructOrEnum.at(token, fixIts: Remedy.makeStruct(of: token))
  }
}
