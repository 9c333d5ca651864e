import SwiftDiagnostics
import SwiftSyntax

/// What is done to a property, or to one of its words.
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
    let type = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space),
      type: TypeSyntax(IdentifierTypeSyntax(name: .identifier("<#Type#>"))),
      trailingTrivia: binding.pattern.trailingTrivia
    )
    let new = binding.with(\.pattern.trailingTrivia, []).with(\.typeAnnotation, type)
    return FixIt(
      message: Remedy("addType", "Add the type"),
      changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(new))]
    )
  }
}
