import SwiftSyntax

extension WithModifiersSyntax {
  /// The access that a member needs to be seen wherever the declaration is: `public `, `package `
  /// or nothing.
  var memberAccess: String {
    for modifier in modifiers where modifier.detail == nil {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      default: continue
      }
    }
    return ""
  }

  func has(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension DeclGroupSyntax {
  /// The last words of the types in the inheritance clause: `Equatable` for `Swift.Equatable`.
  var inheritedNames: Set<String> {
    guard let clause = inheritanceClause else { return [] }
    return Set(clause.inheritedTypes.flatMap { $0.type.lastNames })
  }

  /// The declarations of a kind among the members, also those inside `#if`.
  func members<Kind: DeclSyntaxProtocol>(_ kind: Kind.Type) -> [Kind] {
    memberBlock.members.flatMap { $0.decl.unconditional }.compactMap { $0.as(kind) }
  }
}

extension DeclGroupSyntax {
  /// Whether the body declares a function of a name.
  func declaresFunction(_ name: String) -> Bool {
    members(FunctionDeclSyntax.self).contains { $0.name.plainName == name }
  }
}

extension DeclGroupSyntax {
  /// Whether the declaration says that it is `Identifiable`, and its body declares no `id`.
  var lacksIdentity: Bool {
    inheritedNames.contains("Identifiable")
      && !members(VariableDeclSyntax.self).flatMap(\.bindings).flatMap(\.pattern.names)
        .contains { $0.plainName == "id" }
  }
}

extension VariableDeclSyntax {
  /// The names of the stored properties of instances that this declares.
  var storedNames: [TokenSyntax] {
    if has(.static) { return [] }
    return bindings.filter { !$0.isComputed }.flatMap { $0.pattern.names }
  }
}

extension PatternSyntax {
  /// The names that a pattern binds.
  var names: [TokenSyntax] {
    if let single = self.as(IdentifierPatternSyntax.self) { return [single.identifier] }
    return self.as(TuplePatternSyntax.self)?.elements.flatMap { $0.pattern.names } ?? []
  }
}

extension DeclSyntax {
  /// The declaration, or those of all branches if it is an `#if`.
  var unconditional: [DeclSyntax] {
    guard let conditional = self.as(IfConfigDeclSyntax.self) else { return [self] }
    return conditional.clauses.flatMap { clause -> [DeclSyntax] in
      guard case .decls(let members) = clause.elements else { return [] }
      return members.flatMap { $0.decl.unconditional }
    }
  }
}

extension IfConfigClauseSyntax {
  /// The line that begins the branch: `#if DEBUG`, `#else`.
  var line: String {
    poundKeyword.text + (condition.map { " \($0.trimmedDescription)" } ?? "")
  }
}

extension TypeSyntax {
  /// The names of the types that this is put together from, without the types around them.
  var lastNames: [String] {
    switch self.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): [type.name.text]
    case .memberType(let type): [type.name.text]
    case .attributedType(let type): type.baseType.lastNames
    case .compositionType(let type): type.elements.flatMap { $0.type.lastNames }
    default: []
    }
  }

  /// Whether values are functions, as far as the spelling shows: also optional ones and those in parentheses.
  var isFunction: Bool { functionAttributes != nil }

  /// The attributes of the function type that this spells, if it does.
  var functionAttributes: [AttributeListSyntax]? {
    switch self.as(TypeSyntaxEnum.self) {
    case .functionType: []
    case .attributedType(let type): type.baseType.functionAttributes.map { $0 + [type.attributes] }
    case .optionalType(let type): type.wrappedType.functionAttributes
    case .implicitlyUnwrappedOptionalType(let type): type.wrappedType.functionAttributes
    case .tupleType(let type):
      type.elements.count == 1 ? type.elements.first?.type.functionAttributes : nil
    default: nil
    }
  }
}

extension AttributeListSyntax {
  /// Whether an attribute may be a property wrapper or a macro that gives the property a storage of its own.
  ///
  /// A macro sees only names: those of the language begin in lower case, and a global actor is
  /// recognised by its name's ending.
  var mayMakeStorage: Bool {
    attributes.contains { $0.isCustom && !$0.isGlobalActor && !$0.isUnrecorded }
  }

  /// Whether recordings leave out the property's values.
  var isUnrecorded: Bool { attributes.contains(where: \.isUnrecorded) }

  /// The attribute that seems to be a global actor.
  var globalActor: AttributeSyntax? { attributes.first { $0.isGlobalActor } }

  /// The last words of the attributes that are not the language's.
  var customNames: Set<String> {
    Set(attributes.filter(\.isCustom).compactMap(\.attributeName.lastNames.first))
  }

  /// The attribute that captures a dependency.
  var dependency: AttributeSyntax? {
    attributes.first { $0.attributeName.lastNames == ["Dependency"] }
  }

  /// Whether the property is a dependency that is resolved at the model's position.
  var isModelDependency: Bool {
    attributes.contains { $0.attributeName.lastNames == ["ModelDependency"] }
  }

  /// Whether a function's type says that any thread may call it.
  var saysSendable: Bool { attributes.contains { $0.attributeName.lastNames == ["Sendable"] } }

  private var attributes: [AttributeSyntax] {
    compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      return attribute
    }
  }
}

extension AttributeSyntax {
  fileprivate var isUnrecorded: Bool { attributeName.lastNames == ["Unrecorded"] }

  fileprivate var isCustom: Bool { attributeName.lastNames.first?.first?.isUppercase ?? false }

  fileprivate var isGlobalActor: Bool {
    isCustom && attributeName.lastNames.first?.hasSuffix("Actor") ?? false
  }
}

extension TypeSyntax {
  /// The type as it is written.
  var spelling: String {
    // A description is much slower than the text of a token in a plugin that is built for debugging.
    guard let type = self.as(IdentifierTypeSyntax.self), type.genericArgumentClause == nil else {
      return trimmedDescription
    }
    return type.name.text
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var plainName: String {
    let text = text
    return text.hasPrefix("`") ? identifier?.name ?? text : text
  }

  /// The name as a label, where only the words that begin an argument need backticks.
  var label: String {
    ["inout", "var", "let"].contains(plainName) ? text : plainName.asIdentifier
  }
}

extension String {
  /// The name as it is declared: in backticks unless it is made of letters, digits and low lines.
  var asIdentifier: String {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? self : "`\(self)`"
  }
}
