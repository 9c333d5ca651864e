import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Makes the models in an enum or a struct part of the tree: `@ModelContainer`.
enum ModelContainerMacro: ExtensionMacro {
  static let formatMode = FormatMode.disabled

  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let container = ContainerCode(declaration) else {
      context.diagnose(rejection(of: declaration))
      return []
    }
    for diagnostic in container.diagnostics { context.diagnose(diagnostic) }
    if let diagnostic = declaration.hiddenTypeDiagnostic(node, in: context) {
      context.diagnose(diagnostic)
      return []
    }
    let missing = Set(protocols.map(\.spelling))
    return makeExtension(
      of: type,
      conformance: container.conformances(missing: missing),
      members: container.members(without: declaration)
    )
  }

  private static func rejection(of declaration: some DeclGroupSyntax) -> Diagnostic {
    let token = declaration.introducer
    return MacroDiagnostic.needsStructOrEnum.at(token, fixIts: Remedy.makeStruct(of: token))
  }
}
