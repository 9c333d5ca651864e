import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Gives an enum a path to each of its cases: `@CasePathable`.
enum CasePathableMacro {
  static let formatMode = FormatMode.disabled
}

extension CasePathableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.diagnose(MacroDiagnostic.needsEnum.at(declaration.introducer))
      return []
    }
    let description = EnumDescription(declaration)
    for overloaded in description.overloadedCases {
      context.diagnose(MacroDiagnostic.overloadedCase(overloaded.plainName).at(overloaded))
    }
    return description.casePaths.map(DeclSyntax.init(code:))
  }
}

extension CasePathableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(EnumDeclSyntax.self), !protocols.isEmpty else { return [] }
    if let diagnostic = declaration.hiddenTypeDiagnostic(node, in: context) {
      context.diagnose(diagnostic)
      return []
    }
    return makeExtension(of: type, conformance: "StrataExtensions.CasePathable", members: [])
  }
}
