import SwiftSyntax
import SwiftSyntaxMacros

/// Marks a property of a model for `@Model`, which reads the attribute: `@Unrecorded`.
enum UnrecordedMacro: PeerMacro {
  static let formatMode = FormatMode.disabled

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isInModel =
      context.lexicalContext.first?.as(StructDeclSyntax.self)?.attributes.customNames
      .contains("Model") ?? false
    guard isInModel, let variable = declaration.as(VariableDeclSyntax.self),
      variable.bindingSpecifier.tokenKind == .keyword(.var), SlotProperty(variable) != nil,
      !variable.has(.static), !variable.bindings.allSatisfy(\.isComputed)
    else {
      context.diagnose(MacroDiagnostic.uselessUnrecorded.at(node))
      return []
    }
    return []
  }
}
