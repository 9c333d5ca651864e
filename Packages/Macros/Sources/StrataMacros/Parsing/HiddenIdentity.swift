import SwiftDiagnostics
import SwiftSyntax

extension StructDeclSyntax {
  // The compiler looks for the identity of the elements while it looks for the names in an initial value without a
  // type. The latter asks for the conformances of the struct, which the macro adds, and they ask for the former.
  /// A diagnostic about an identified array of the struct's own type beside a property whose type is inferred.
  var hiddenIdentity: [Diagnostic] {
    guard !inheritedNames.contains("Identifiable") else { return [] }
    let bindings = members(VariableDeclSyntax.self).filter { !$0.has(.static) }
      .flatMap { Array($0.bindings) }
    guard bindings.contains(where: { $0.isIdentifiedArray(of: name.text) }),
      let property = bindings.first(where: \.isInferred)
    else { return [] }
    let diagnostic = MacroDiagnostic.hiddenIdentity(
      name.text,
      property.pattern.trimmedDescription
    )
    return [diagnostic.at(name, fixIts: [Remedy.declare("Identifiable", at: self)])]
  }
}

extension PatternBindingSyntax {
  /// Whether the type that is written has an identified array of models of a name.
  fileprivate func isIdentifiedArray(of name: String) -> Bool {
    let words = typeAnnotation?.type.tokens(viewMode: .sourceAccurate).map(\.text) ?? []
    return words.contains { $0 == "IdentifiedArrayOf" || $0 == "IdentifiedArray" }
      && (words.contains(name) || words.contains("Self"))
  }

  /// Whether the type is inferred from an initial value that names something beside members.
  fileprivate var isInferred: Bool {
    guard typeAnnotation == nil, let value = initializer?.value else { return false }
    return value.tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier = token.tokenKind else { return false }
      return token.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period
    }
  }
}
