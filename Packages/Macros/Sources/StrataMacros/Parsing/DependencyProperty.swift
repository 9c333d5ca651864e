import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The facts of a property that `@ModelDependency` has parsed.
struct DependencyProperty {
  /// The key path or the type that names the dependency.
  let key: ExprSyntax
  /// The faults of the property.
  let diagnostics: [Diagnostic]

  /// - Returns: Nothing if the declaration cannot be read; the compiler itself reports that.
  init?(_ declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax) {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let binding = variable.bindings.first
    else { return nil }
    let name = binding.typeAnnotation?.type.trimmed
    diagnostics = variable.diagnostics(binding)
    if case .argumentList(let arguments) = attribute.arguments, let first = arguments.first {
      key = first.expression.trimmed
    } else if let name {
      key = "\(name).self"
    } else {
      key = "Self.self"
    }
  }
}

extension VariableDeclSyntax {
  fileprivate func diagnostics(_ binding: PatternBindingSyntax) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if bindingSpecifier.tokenKind == .keyword(.let) {
      let fixIt = Remedy.makeVariable(of: bindingSpecifier)
      found.append(MacroDiagnostic.constantDependency.at(bindingSpecifier, fixIts: [fixIt]))
    }
    let shared = modifiers.first {
      [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind)
    }
    if let shared {
      let fixIt = Remedy.remove(shared, from: self)
      found.append(MacroDiagnostic.staticDependency.at(shared, fixIts: [fixIt]))
    }
    if let initializer = binding.initializer {
      let fixIt = Remedy.remove(initializer, from: self)
      found.append(MacroDiagnostic.initializedDependency.at(initializer, fixIts: [fixIt]))
    }
    if let accessors = binding.accessorBlock {
      let fixIt = Remedy.remove(accessors, from: self)
      found.append(MacroDiagnostic.computedDependency.at(accessors, fixIts: [fixIt]))
    }
    if binding.typeAnnotation == nil, binding.pattern.is(IdentifierPatternSyntax.self) {
      let fixIt = Remedy.addType(to: binding)
      found.append(MacroDiagnostic.untypedDependency.at(binding.pattern, fixIts: [fixIt]))
    }
    return found
  }
}
