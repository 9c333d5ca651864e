import SwiftSyntax
import SwiftSyntaxMacros

/// Reads a dependency by a property: `@ModelDependency`.
enum ModelDependencyMacro: AccessorMacro {
  static let formatMode = FormatMode.disabled

  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = DependencyProperty(declaration, node) else { return [] }
    if let kind = context.lexicalContext.kindWithoutModels {
      let fixIt = Remedy.useDependency(of: property.key, instead: node)
      context.diagnose(MacroDiagnostic.homelessDependency(kind).at(node, fixIts: [fixIt]))
      // Compiles, so that the fault has one error.
      return [AccessorDeclSyntax(code: "get {\n  fatalError()\n}", isFirst: true)]
    }
    for diagnostic in property.diagnostics { context.diagnose(diagnostic) }
    guard property.diagnostics.isEmpty else { return [] }
    return [AccessorDeclSyntax(code: property.getter(in: context, at: node), isFirst: true)]
  }
}

extension [Syntax] {
  /// The kind of a place that is in no model, if this is one.
  fileprivate var kindWithoutModels: String? {
    guard contains(where: { $0.asProtocol((any DeclGroupSyntax).self) != nil }) else {
      return "a variable outside of a type"
    }
    return first?.kindWithoutModels
  }
}

extension Syntax {
  /// The name of a kind of declaration that is no model, if this is one.
  fileprivate var kindWithoutModels: String? {
    switch self.as(SyntaxEnum.self) {
    case .classDecl: "a class"
    case .actorDecl: "an actor"
    case .enumDecl: "an enum"
    case .structDecl(let declaration) where declaration.isPlain: "a struct without @Model"
    default: nil
    }
  }
}

extension StructDeclSyntax {
  /// Whether neither a macro nor a protocol can make a model of the struct.
  ///
  /// A macro sees only the name of a protocol, so any protocol may do so.
  fileprivate var isPlain: Bool {
    attributes.customNames.isSubset(of: ["ModelContainer", "MainActor"])
      && inheritedNames.isSubset(of: Self.protocolsOfValues)
  }

  private static let protocolsOfValues: Set<String> = [
    "Sendable", "Equatable", "Hashable", "Comparable", "Identifiable", "Codable", "Encodable",
    "Decodable", "Error", "CustomStringConvertible", "CustomReflectable", "View", "App", "Scene",
    "DependencyKey", "TestDependencyKey", "StateContainer", "Renderer",
  ]
}
