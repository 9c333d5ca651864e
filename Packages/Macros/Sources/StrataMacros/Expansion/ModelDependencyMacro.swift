import SwiftSyntax
import SwiftSyntaxMacros

/// Reads a dependency by a property: `@ModelDependency`.
enum ModelDependencyMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    if let surroundings = context.lexicalContext.first, let kind = surroundings.kindWithoutModels {
      context.diagnose(MacroComplaint.homelessDependency(kind).at(node))
    }
    guard let property = DependencyProperty(declaration, node) else { return [] }
    for diagnostic in property.diagnostics { context.diagnose(diagnostic) }
    return property.diagnostics.isEmpty ? [property.getter(in: context, at: node)] : []
  }
}

extension Syntax {
  /// The name of a kind of declaration that is no model, if this is one.
  fileprivate var kindWithoutModels: String? {
    switch self.as(SyntaxEnum.self) {
    case .classDecl: "a class"
    case .actorDecl: "an actor"
    case .enumDecl: "an enum"
    default: nil
    }
  }
}
