import SwiftDiagnostics
import SwiftSyntax

extension StructDeclSyntax {
  /// Diagnostics about members whose declaration changes the handle.
  var mutations: [Diagnostic] {
    memberBlock.members.flatMap { $0.decl.unconditional }.flatMap(\.mutations)
  }

  /// Diagnostics about stored properties of the struct's own type, which no first instance could have.
  var selfOwnership: [Diagnostic] {
    members(VariableDeclSyntax.self)
      .filter { !$0.has(.static) && $0.bindingSpecifier.tokenKind == .keyword(.var) }
      .flatMap { Array($0.bindings) }
      .filter { !$0.isComputed }
      .compactMap { $0.selfOwnership(of: name.text) }
  }
}

extension PatternBindingSyntax {
  /// The diagnostic if each instance of a struct would contain another of them.
  fileprivate func selfOwnership(of name: String) -> Diagnostic? {
    let names = [name, "Self"]
    if let type = typeAnnotation?.type {
      guard names.contains(type.trimmedDescription) else { return nil }
      let diagnostic = MacroDiagnostic.ownedByItself(type.trimmedDescription)
      return diagnostic.at(type, fixIts: [Remedy.makeOptional(type)])
    }
    guard let called = initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression,
      names.contains(called.trimmedDescription)
    else { return nil }
    return MacroDiagnostic.ownedByItself(called.trimmedDescription).at(called)
  }
}

extension DeclSyntax {
  fileprivate var mutations: [Diagnostic] {
    switch self.as(DeclSyntaxEnum.self) {
    case .functionDecl(let function): function.mutation.map { [$0] } ?? []
    case .variableDecl(let variable) where !variable.has(.static):
      variable.bindings.flatMap { $0.accessorBlock?.mutations ?? [] }
    case .subscriptDecl(let member) where !member.has(.static):
      member.accessorBlock?.mutations ?? []
    default: []
    }
  }
}

extension FunctionDeclSyntax {
  fileprivate var mutation: Diagnostic? {
    modifiers.first { $0.name.tokenKind == .keyword(.mutating) }.map {
      MacroDiagnostic.mutatingFunction.at($0, fixIts: [Remedy.remove($0, from: self)])
    }
  }
}

extension AccessorBlockSyntax {
  fileprivate var mutations: [Diagnostic] {
    guard case .accessors(let accessors) = accessors else { return [] }
    // The result is an array, because a filtered list is another tree, in which nodes have other positions.
    return Array(accessors)
      .filter {
        $0.accessorSpecifier.tokenKind == .keyword(.set)
          && $0.modifier?.name.tokenKind != .keyword(.nonmutating)
      }
      .map { MacroDiagnostic.mutatingSetter.at($0, fixIts: [Remedy.makeNonmutating($0)]) }
  }
}
