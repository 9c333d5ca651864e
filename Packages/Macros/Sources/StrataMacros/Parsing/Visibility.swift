import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Whether the declaration is local to a function.
  var isInsideFunction: Bool {
    lexicalContext.contains {
      switch $0.as(SyntaxEnum.self) {
      case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .subscriptDecl,
        .closureExpr:
        true
      default: false
      }
    }
  }
}

extension DeclGroupSyntax {
  /// The diagnostic if the extension that a macro writes cannot see the type.
  ///
  /// It cannot if the type is private to the one around it, or inside a type that is.
  func hiddenTypeDiagnostic(
    _ attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Diagnostic? {
    let surroundings = context.lexicalContext
      .compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    guard !surroundings.isEmpty else { return nil }
    let diagnostic = MacroDiagnostic.hiddenType(attribute.attributeName.trimmedDescription)
    if let modifier = privateModifier {
      return diagnostic.at(modifier, fixIts: [Remedy.widen(modifier)])
    }
    // At the top of a file, `private` means `fileprivate`.
    let isHidden = surroundings.dropLast().contains { $0.privateModifier != nil }
    return isHidden ? diagnostic.at(attribute) : nil
  }

  fileprivate var privateModifier: DeclModifierSyntax? {
    modifiers.first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
  }
}

extension VariableDeclSyntax {
  /// Whether only code of the same file can read the property.
  var isPrivate: Bool {
    modifiers.contains { modifier in
      let isHidden = [.keyword(.private), .keyword(.fileprivate)].contains(modifier.name.tokenKind)
      return isHidden && modifier.detail == nil
    }
  }
}
