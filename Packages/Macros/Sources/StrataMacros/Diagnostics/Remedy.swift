import SwiftDiagnostics
import SwiftSyntax

/// The message and the changes of a fix-it.
struct Remedy: FixItMessage, Equatable {
  let message: String
  let fixItID: MessageID

  init(_ id: String, _ message: String) {
    self.message = message
    fixItID = MessageID(domain: "Strata", id: id)
  }

  /// Makes a struct of a class or an actor; there is none for other kinds.
  static func makeStruct(of token: TokenSyntax) -> [FixIt] {
    guard [.keyword(.class), .keyword(.actor)].contains(token.tokenKind) else { return [] }
    let new = token.with(\.tokenKind, .keyword(.struct))
    let remedy = Remedy("makeStruct", "Replace '\(token.text)' with 'struct'")
    let change = FixIt.Change.replace(oldNode: Syntax(token), newNode: Syntax(new))
    return [FixIt(message: remedy, changes: [change])]
  }

  /// Uses another macro.
  static func use(_ name: String, instead attribute: AttributeSyntax) -> FixIt {
    var new = attribute
    new.attributeName = TypeSyntax(IdentifierTypeSyntax(name: .identifier(name)))
    new.attributeName.trailingTrivia = attribute.attributeName.trailingTrivia
    return FixIt(
      message: Remedy("use", "Use '@\(name)'"),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(new))]
    )
  }

  /// Resolves a dependency at the model's position; the type must be written.
  static func useModelDependency(
    instead attribute: AttributeSyntax,
    of variable: VariableDeclSyntax
  ) -> FixIt {
    var new = variable
    new.attributes = AttributeListSyntax(
      variable.attributes.map { element in
        guard case .attribute(var own) = element, own.id == attribute.id else { return element }
        let space = own.attributeName.trailingTrivia
        own.attributeName = TypeSyntax(
          IdentifierTypeSyntax(name: .identifier("ModelDependency", trailingTrivia: space))
        )
        return .attribute(own)
      }
    )
    new.bindings = PatternBindingListSyntax(
      variable.bindings.map { $0.typeAnnotation == nil ? $0.withPlaceholderType : $0 }
    )
    return FixIt(
      message: Remedy("use", "Use '@ModelDependency'"),
      changes: [.replace(oldNode: Syntax(variable), newNode: Syntax(new))]
    )
  }

  /// Captures a dependency where there is no model.
  static func useDependency(of key: ExprSyntax, instead attribute: AttributeSyntax) -> FixIt {
    var new = attribute
    new.attributeName = TypeSyntax(IdentifierTypeSyntax(name: .identifier("Dependency")))
    new.leftParen = .leftParenToken()
    new.arguments = .argumentList([LabeledExprSyntax(expression: key)])
    new.rightParen = .rightParenToken(trailingTrivia: attribute.trailingTrivia)
    return FixIt(
      message: Remedy("use", "Use '@Dependency'"),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(new))]
    )
  }

  /// Declares a conformance at a struct.
  static func declare(_ name: String, at declaration: StructDeclSyntax) -> FixIt {
    var new = declaration
    var clause = declaration.inheritanceClause ?? InheritanceClauseSyntax(inheritedTypes: [])
    var types = Array(clause.inheritedTypes)
    if types.isEmpty {
      // The space before the brace stands after the name or the generic parameters.
      if declaration.genericParameterClause != nil {
        new.genericParameterClause?.trailingTrivia = []
      } else {
        new.name.trailingTrivia = []
      }
      clause.colon = .colonToken(trailingTrivia: .space)
    } else {
      types[types.count - 1] = types[types.count - 1].trimmed
        .with(\.trailingComma, .commaToken(trailingTrivia: .space))
    }
    let type = IdentifierTypeSyntax(name: .identifier(name))
    types.append(InheritedTypeSyntax(type: type, trailingTrivia: .space))
    clause.inheritedTypes = InheritedTypeListSyntax(types)
    new.inheritanceClause = clause
    return FixIt(
      message: Remedy("declare", "Declare '\(name)'"),
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(new))]
    )
  }

  /// Takes an attribute away.
  static func remove(
    _ attribute: AttributeSyntax,
    from declaration: some WithAttributesSyntax
  ) -> FixIt {
    var new = declaration
    new.attributes = declaration.attributes.filter { $0.id != attribute.id }
    new.leadingTrivia = declaration.leadingTrivia
    return FixIt(
      message: Remedy("remove", "Remove '\(attribute.trimmedDescription)'"),
      changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(new))]
    )
  }
}
