import SwiftSyntax
import SwiftSyntaxMacros

extension DependencyProperty {
  /// The accessor that resolves the dependency at the model's position in the tree.
  func getter(
    in context: some MacroExpansionContext,
    at node: AttributeSyntax
  ) -> String {
    let line = context.location(of: node)?.line
    let place = line.map { ", line: \($0.trimmedDescription)" } ?? ""
    let read =
      key.is(KeyPathExprSyntax.self)
      ? "modelNode.dependency(\(key)\(place))" : "modelNode[\(key)\(place)]"
    return """
      get {
        \(read)
      }
      """
  }
}
