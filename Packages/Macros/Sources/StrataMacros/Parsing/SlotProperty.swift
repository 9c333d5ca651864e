import SwiftSyntax

/// A stored `var` of a model, whose value is in a slot of the model's node.
struct SlotProperty {
  /// The name's token; its text is the name as it is used in code.
  let name: TokenSyntax
  /// Whether its values are functions, which cannot be compared.
  let isFunction: Bool
  /// Whether they are functions whose type does not say that any thread may call them.
  let isUncheckedFunction: Bool
  let willSet: PropertyObserver?
  let didSet: PropertyObserver?

  /// The part of the first value in the making of a model.
  enum Beginning {
    /// It makes the node.
    case makesNode
    /// It goes into the node, and is written at the property.
    case usesNode
    /// It goes into the node, and a mark shows the compiler whether it is there.
    case isMarked
  }

  init?(_ variable: VariableDeclSyntax) {
    guard let binding = variable.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else { return nil }
    name = pattern.identifier
    isFunction = binding.isFunction
    isUncheckedFunction = binding.isUncheckedFunction
    willSet = binding.observer(.willSet, parameter: "newValue")
    didSet = binding.observer(.didSet, parameter: "oldValue")
  }
}

/// A `willSet` or `didSet`.
struct PropertyObserver {
  let parameter: String
  /// Whether it may use the parameter: the old value in a `didSet`.
  let asksForTheOtherValue: Bool
  /// The lines of its code.
  let body: [String]
}

extension PatternBindingSyntax {
  /// Whether the value is a function, as far as the spelling shows.
  var isFunction: Bool {
    typeAnnotation?.type.isFunction ?? initializer?.value.is(ClosureExprSyntax.self) ?? false
  }

  /// Whether the value is a function whose type does not say that any thread may call it.
  var isUncheckedFunction: Bool {
    guard let type = typeAnnotation?.type else { return isFunction }
    return type.functionAttributes.map { !$0.contains(where: \.saysSendable) } ?? false
  }

  /// Whether the value is computed: there is an accessor other than an observer.
  var isComputed: Bool {
    switch accessorBlock?.accessors {
    case nil: false
    case .getter: true
    case .accessors(let accessors):
      accessors.contains { !$0.isObserver }
    }
  }

  fileprivate func observer(_ keyword: Keyword, parameter: String) -> PropertyObserver? {
    guard case .accessors(let accessors) = accessorBlock?.accessors else { return nil }
    return accessors.lazy
      .filter { $0.accessorSpecifier.tokenKind == .keyword(keyword) }
      .compactMap { accessor in
        accessor.body.map { body in
          PropertyObserver(
            parameter: accessor.parameters?.name.text ?? parameter,
            asksForTheOtherValue: accessor.parameters != nil || body.uses(parameter),
            body: body.statements.lines
          )
        }
      }
      .first
  }
}

extension AccessorDeclSyntax {
  fileprivate var isObserver: Bool {
    accessorSpecifier.tokenKind == .keyword(.willSet)
      || accessorSpecifier.tokenKind == .keyword(.didSet)
  }
}

extension SyntaxProtocol {
  /// Whether a name occurs in the code.
  fileprivate func uses(_ name: String) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.plainName == name }
  }
}
