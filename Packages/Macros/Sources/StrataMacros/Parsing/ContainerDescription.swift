import SwiftSyntax

/// What `@ModelContainer` has understood of a struct.
struct ContainerDescription {
  /// What the generated method is declared with.
  let access: String
  /// The stored properties in declaration order, with the conditions around them.
  let members: [Member]

  /// A stored property.
  struct Member {
    let name: String
    /// Whether it can be put back after a change.
    let isVariable: Bool
  }

  init(_ declaration: StructDeclSyntax) {
    access = declaration.memberAccess
    members = declaration.memberBlock.members.flatMap { item -> [Member] in
      guard let variable = item.decl.as(VariableDeclSyntax.self) else { return [] }
      return variable.storedNames.map { name in
        Member(
          name: name.text,
          isVariable: variable.bindingSpecifier.tokenKind == .keyword(.var)
        )
      }
    }
  }
}
