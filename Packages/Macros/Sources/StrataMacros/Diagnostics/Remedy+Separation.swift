import SwiftDiagnostics
import SwiftSyntax

/// Declarations of several properties, separated.
extension Remedy {
  /// Gives each binding a declaration of its own.
  static func separate(_ variable: VariableDeclSyntax) -> FixIt? {
    separate(variable, into: Array(variable.bindings))
  }

  /// Gives each name of a tuple a declaration of its own, if each has a type or a value of its own.
  static func separate(_ variable: VariableDeclSyntax, _ tuple: TuplePatternSyntax) -> FixIt? {
    guard let binding = variable.bindings.first, let parts = binding.parts(for: tuple) else {
      return nil
    }
    return separate(variable, into: parts)
  }

  private static func separate(
    _ variable: VariableDeclSyntax,
    into bindings: [PatternBindingSyntax]
  ) -> FixIt? {
    guard let item = variable.parent?.as(MemberBlockItemSyntax.self),
      let list = item.parent?.as(MemberBlockItemListSyntax.self),
      let index = list.index(of: item)
    else { return nil }
    let items = bindings.enumerated().map { position, binding in
      var single = variable
      single.bindings = [binding.with(\.trailingComma, nil)]
      single.trailingTrivia = []
      if position > 0 { single.leadingTrivia = .newline + variable.leadingTrivia.indentation }
      return MemberBlockItemSyntax(decl: single)
    }
    var separated = list
    separated.replaceSubrange(index..<list.index(after: index), with: items)
    return FixIt(
      message: Remedy("separate", "Declare each property by itself"),
      changes: [.replace(oldNode: Syntax(list), newNode: Syntax(separated))]
    )
  }
}

extension PatternBindingSyntax {
  /// The names of a tuple, each with its part of the type and of the value.
  fileprivate func parts(for tuple: TuplePatternSyntax) -> [PatternBindingSyntax]? {
    let names = tuple.elements.compactMap {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier
    }
    let types = typeAnnotation.map { parts(of: $0.type) }
    let values = initializer.map { parts(of: $0.value) }
    let counts = [types?.count, values?.count].compactMap(\.self)
    guard names.count == tuple.elements.count, !counts.isEmpty,
      counts.allSatisfy({ $0 == names.count })
    else { return nil }
    return names.enumerated().map { index, name in
      PatternBindingSyntax(
        pattern: IdentifierPatternSyntax(identifier: name.trimmed),
        typeAnnotation: types.map {
          TypeAnnotationSyntax(colon: .colonToken(trailingTrivia: .space), type: $0[index])
        },
        initializer: values.map {
          InitializerClauseSyntax(
            equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
            value: $0[index]
          )
        }
      )
    }
  }

  private func parts(of type: TypeSyntax) -> [TypeSyntax] {
    type.as(TupleTypeSyntax.self)?.elements.map(\.type.trimmed) ?? []
  }

  private func parts(of value: ExprSyntax) -> [ExprSyntax] {
    value.as(TupleExprSyntax.self)?.elements.map(\.expression.trimmed) ?? []
  }
}

extension Trivia {
  /// The indentation in front of the first token on its line.
  fileprivate var indentation: Trivia {
    Trivia(
      pieces: reversed().prefix { piece in
        switch piece {
        case .spaces, .tabs: true
        default: false
        }
      }.reversed()
    )
  }
}
