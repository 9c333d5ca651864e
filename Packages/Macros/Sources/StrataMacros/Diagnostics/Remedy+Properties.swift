import SwiftDiagnostics
import SwiftSyntax

/// Changes of a property, or of one of its words.
extension Remedy {
  /// Makes a variable of a constant.
  static func makeVariable(of token: TokenSyntax) -> FixIt {
    let new = token.with(\.tokenKind, .keyword(.var))
    return FixIt(
      message: Remedy("makeVariable", "Replace 'let' with 'var'"),
      changes: [.replace(oldNode: Syntax(token), newNode: Syntax(new))]
    )
  }

  /// Lets the rest of the file see a declaration.
  static func widen(_ modifier: DeclModifierSyntax) -> FixIt {
    let new = modifier.with(\.name.tokenKind, .keyword(.fileprivate))
    return FixIt(
      message: Remedy("widen", "Replace 'private' with 'fileprivate'"),
      changes: [.replace(oldNode: Syntax(modifier), newNode: Syntax(new))]
    )
  }

  /// Takes a modifier away.
  static func remove(_ modifier: DeclModifierSyntax, from declaration: VariableDeclSyntax) -> FixIt
  {
    var new = declaration
    new.modifiers = declaration.modifiers.filter { $0.id != modifier.id }
    new.leadingTrivia = declaration.leadingTrivia
    return FixIt(
      message: Remedy("removeModifier", "Remove '\(modifier.trimmedDescription)'"),
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(new))]
    )
  }

  /// Takes a first value away.
  static func remove(
    _ value: InitializerClauseSyntax,
    from declaration: VariableDeclSyntax
  ) -> FixIt {
    trim(declaration, "Remove the initial value") { $0.initializer = nil }
  }

  /// Takes accessors away.
  static func remove(
    _ accessors: AccessorBlockSyntax,
    from declaration: VariableDeclSyntax
  ) -> FixIt {
    trim(declaration, "Remove the accessors") { $0.accessorBlock = nil }
  }

  private static func trim(
    _ declaration: VariableDeclSyntax,
    _ message: String,
    _ change: (inout PatternBindingSyntax) -> Void
  ) -> FixIt {
    var new = declaration
    new.bindings = PatternBindingListSyntax(
      declaration.bindings.map { binding in
        var binding = binding
        change(&binding)
        return binding.with(\.trailingTrivia, [])
      }
    )
    return FixIt(
      message: Remedy("trim", message),
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(new))]
    )
  }

  /// Lets the user write a type.
  static func addType(to binding: PatternBindingSyntax) -> FixIt {
    FixIt(
      message: Remedy("addType", "Add the type"),
      changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(binding.withPlaceholderType))]
    )
  }

  /// Uses another name.
  static func rename(_ token: TokenSyntax, to name: String) -> FixIt {
    let new = token.with(\.tokenKind, .identifier(name))
    return FixIt(
      message: Remedy("rename", "Use '\(name)'"),
      changes: [.replace(oldNode: Syntax(token), newNode: Syntax(new))]
    )
  }

  /// Names a cached value.
  static func addKey(_ name: String, to call: FunctionCallExprSyntax) -> FixIt {
    var key = LabeledExprSyntax(
      label: .identifier("for"),
      colon: .colonToken(trailingTrivia: .space),
      expression: DeclReferenceExprSyntax(baseName: .identifier(name))
    )
    if !call.arguments.isEmpty { key.trailingComma = .commaToken(trailingTrivia: .space) }
    var new = call
    new.arguments = LabeledExprListSyntax([key] + Array(call.arguments))
    if call.leftParen == nil {
      new.calledExpression.trailingTrivia = []
      new.leftParen = .leftParenToken()
      new.rightParen = .rightParenToken(trailingTrivia: call.calledExpression.trailingTrivia)
    }
    return FixIt(
      message: Remedy("addKey", "Insert 'for: \(name)'"),
      changes: [.replace(oldNode: Syntax(call), newNode: Syntax(new))]
    )
  }

  /// Makes a type optional.
  static func makeOptional(_ type: TypeSyntax) -> FixIt {
    let new = OptionalTypeSyntax(wrappedType: type.trimmed)
      .with(\.leadingTrivia, type.leadingTrivia)
      .with(\.trailingTrivia, type.trailingTrivia)
    return FixIt(
      message: Remedy("makeOptional", "Make it optional"),
      changes: [.replace(oldNode: Syntax(type), newNode: Syntax(new))]
    )
  }

  /// Lets an accessor leave the handle alone.
  static func makeNonmutating(_ accessor: AccessorDeclSyntax) -> FixIt {
    let word = DeclModifierSyntax(
      name: .keyword(.nonmutating, leadingTrivia: accessor.leadingTrivia, trailingTrivia: .space)
    )
    let new = accessor.with(\.leadingTrivia, []).with(\.modifier, word)
    return FixIt(
      message: Remedy("makeNonmutating", "Insert 'nonmutating'"),
      changes: [.replace(oldNode: Syntax(accessor), newNode: Syntax(new))]
    )
  }

  /// Takes a modifier of a function away.
  static func remove(_ modifier: DeclModifierSyntax, from function: FunctionDeclSyntax) -> FixIt {
    var new = function
    new.modifiers = function.modifiers.filter { $0.id != modifier.id }
    new.leadingTrivia = function.leadingTrivia
    return FixIt(
      message: Remedy("removeModifier", "Remove '\(modifier.trimmedDescription)'"),
      changes: [.replace(oldNode: Syntax(function), newNode: Syntax(new))]
    )
  }
}

extension PatternBindingSyntax {
  /// The binding with a type for the user to write.
  var withPlaceholderType: PatternBindingSyntax {
    let type = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space),
      type: TypeSyntax(IdentifierTypeSyntax(name: .identifier("<#Type#>"))),
      trailingTrivia: pattern.trailingTrivia
    )
    return with(\.pattern.trailingTrivia, []).with(\.typeAnnotation, type)
  }
}
