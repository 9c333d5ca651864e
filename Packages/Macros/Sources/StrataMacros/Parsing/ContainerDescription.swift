import SwiftDiagnostics
import SwiftSyntax

/// The facts of a struct that `@ModelContainer` has parsed.
struct ContainerDescription {
  /// The access level of the generated method.
  let access: String
  /// The stored properties in declaration order, with the conditions around them.
  let items: [Item]
  /// Whether `Identifiable` is declared, and its `id` is not.
  let lacksIdentity: Bool
  /// The declared equality.
  let equality: DeclaredEquality
  /// The struct's name.
  let name: String
  /// The faults of the declaration.
  let diagnostics: [Diagnostic]

  /// A stored property, or an `#if` with stored properties.
  indirect enum Item {
    case single(Member)
    case conditional([Branch])
  }

  /// One branch of an `#if`.
  struct Branch {
    /// `#if DEBUG`, `#else`.
    let line: String
    let items: [Item]
  }

  /// A stored property.
  struct Member {
    let name: String
    /// Whether it can be assigned.
    let isVariable: Bool
    let availability: Availability
  }

  init(_ declaration: StructDeclSyntax) {
    access = declaration.memberAccess
    items = Self.items(declaration.memberBlock.members)
    lacksIdentity = declaration.lacksIdentity
    equality = DeclaredEquality(declaration)
    name = declaration.name.plainName
    diagnostics = declaration.members(VariableDeclSyntax.self)
      .flatMap(\.modifiers)
      .filter { $0.name.tokenKind == .keyword(.lazy) }
      .map { MacroDiagnostic.lazyMember.at($0) }
  }

  fileprivate static func items(_ members: MemberBlockItemListSyntax) -> [Item] {
    members.flatMap { item -> [Item] in
      if let variable = item.decl.as(VariableDeclSyntax.self) {
        let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
        let availability = Availability(variable)
        return variable.storedNames.map {
          .single(Member(name: $0.text, isVariable: isVariable, availability: availability))
        }
      }
      guard let conditional = item.decl.as(IfConfigDeclSyntax.self) else { return [] }
      let branches = conditional.clauses.map(Branch.init)
      return branches.contains { !$0.items.isEmpty } ? [.conditional(branches)] : []
    }
  }
}

extension ContainerDescription.Item {
  /// The properties without the conditions.
  var members: [ContainerDescription.Member] {
    switch self {
    case .single(let single): [single]
    case .conditional(let branches): branches.flatMap { $0.items.flatMap(\.members) }
    }
  }
}

extension ContainerDescription.Branch {
  fileprivate init(_ clause: IfConfigClauseSyntax) {
    line = clause.line
    guard case .decls(let members) = clause.elements else {
      items = []
      return
    }
    items = ContainerDescription.items(members)
  }
}
