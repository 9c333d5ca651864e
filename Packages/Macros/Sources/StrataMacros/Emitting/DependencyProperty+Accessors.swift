import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension DependencyProperty {
  /// The accessor that resolves the dependency at the model's position in the tree.
  func getter(
    in context: some MacroExpansionContext,
    at node: AttributeSyntax
  ) -> AccessorDeclSyntax {
    let line = context.location(of: node)?.line
    let place = line.map { ", line: \($0.trimmedDescription)" } ?? ""
    return key.is(KeyPathExprSyntax.self)
      ? "get { modelNode.dependency(\(key)\(raw: place)) }"
      : "get { modelNode[\(key)\(raw: place)] }"
  }
}
