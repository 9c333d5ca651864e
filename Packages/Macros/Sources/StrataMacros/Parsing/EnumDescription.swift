import SwiftDiagnostics
import SwiftSyntax

/// The facts of an enum that a macro has parsed.
struct EnumDescription {
  /// The enum's name as it is used in code.
  let name: String
  /// The access level of generated members that a protocol requires.
  let access: String
  /// The cases in declaration order, with the conditions around them.
  let items: [Item]
  /// Whether `Identifiable` is declared, and its `id` is not.
  let lacksIdentity: Bool
  /// The declared equality; without payloads Swift always supplies it.
  let equality: DeclaredEquality

  /// A case, or an `#if` with cases.
  indirect enum Item {
    case single(CaseDescription)
    case conditional([Branch])
  }

  /// One branch of an `#if`.
  struct Branch {
    /// `#if DEBUG`, `#else`.
    let line: String
    let items: [Item]
  }

  init(_ declaration: EnumDeclSyntax) {
    name = declaration.name.text
    access = declaration.memberAccess
    items = Self.items(declaration.memberBlock.members)
    lacksIdentity = declaration.lacksIdentity
    equality = DeclaredEquality(declaration)
  }

  /// The cases without the conditions.
  var cases: [CaseDescription] { items.flatMap(\.cases) }

  /// The names that an earlier case also has; in different branches of an `#if` that is no fault.
  var overloadedCases: [TokenSyntax] { Self.repeated(items, after: []).tokens }

  private static func repeated(
    _ items: [Item],
    after earlier: Set<String>
  ) -> (tokens: [TokenSyntax], names: Set<String>) {
    var (tokens, names): ([TokenSyntax], Set<String>) = ([], earlier)
    for item in items {
      switch item {
      case .single(let single):
        if !names.insert(single.name.plainName).inserted { tokens.append(single.name) }
      case .conditional(let branches):
        let found = branches.map { repeated($0.items, after: names) }
        tokens += found.flatMap(\.tokens)
        names = found.reduce(names) { $0.union($1.names) }
      }
    }
    return (tokens, names)
  }

  fileprivate static func items(_ members: MemberBlockItemListSyntax) -> [Item] {
    members.flatMap { member -> [Item] in
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        let availability = Availability(declaration)
        return declaration.elements.map { .single(CaseDescription($0, availability)) }
      }
      guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
      let branches = conditional.clauses.map(Branch.init)
      return branches.contains { !$0.items.isEmpty } ? [.conditional(branches)] : []
    }
  }
}

extension EnumDescription.Item {
  fileprivate var cases: [CaseDescription] {
    switch self {
    case .single(let single): [single]
    case .conditional(let branches): branches.flatMap { $0.items.flatMap(\.cases) }
    }
  }
}

extension EnumDescription.Branch {
  fileprivate init(_ clause: IfConfigClauseSyntax) {
    line = clause.line
    guard case .decls(let members) = clause.elements else {
      items = []
      return
    }
    items = EnumDescription.items(members)
  }
}

/// One case of an enum.
struct CaseDescription {
  /// The case's name as it is used in code, and its position.
  let name: TokenSyntax
  let payload: [Value]
  let availability: Availability

  /// One associated value.
  struct Value {
    /// Its label, unless it has none.
    let label: String?
    let type: TypeSyntax
  }

  init(_ element: EnumCaseElementSyntax, _ availability: Availability) {
    self.availability = availability
    name = element.name
    payload = (element.parameterClause?.parameters ?? []).map { parameter in
      let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.label }
      return Value(label: label, type: parameter.type.trimmed)
    }
  }

  /// The case with values in it: `.meeting(value0, standup: value1)`.
  func expression(_ value: (Int) -> String) -> String {
    let values = payload.enumerated().map { index, part in
      part.label.map { "\($0): \(value(index))" } ?? value(index)
    }
    return ".\(name.text)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
  }
}
