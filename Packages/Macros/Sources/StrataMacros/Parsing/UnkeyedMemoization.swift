import SwiftDiagnostics
import SwiftSyntax

extension StructDeclSyntax {
  /// Diagnostics about cached values without a key whose closure uses a parameter or a variable from around it.
  ///
  /// Such a value is computed once, with what the closure uses then. Nothing else would say so.
  var unkeyedMemoizations: [Diagnostic] {
    let finder = Memoizations(viewMode: .sourceAccurate)
    finder.walk(memberBlock)
    return finder.calls.compactMap { call, closure in
      let names = call.localNamesAround
      guard let use = closure.firstUse(of: names) else { return nil }
      let remedy = Remedy.addKey(use.plainName, to: call)
      return MacroDiagnostic.unkeyedMemoization(use.plainName).at(use, fixIts: [remedy])
    }
  }
}

/// Finds `node.memoize { … }`, outside of nested types.
private final class Memoizations: SyntaxVisitor {
  var calls: [(call: FunctionCallExprSyntax, closure: ClosureExprSyntax)] = []

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let isMemoization = ["node.memoize", "self.node.memoize"]
      .contains(call.calledExpression.trimmedDescription)
    if isMemoization, !call.arguments.contains(where: { $0.label?.text == "for" }),
      let closure = call.trailingClosure
        ?? call.arguments.last?.expression.as(ClosureExprSyntax.self)
    {
      calls.append((call, closure))
    }
    return .visitChildren
  }

  override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FunctionCallExprSyntax {
  /// The parameters and variables that the code around the call declares, up to the type.
  fileprivate var localNamesAround: Set<String> {
    var names: Set<String> = []
    var place = Syntax(self)
    while let parent = place.parent, !parent.is(MemberBlockSyntax.self) {
      names.formUnion(parent.localNames(before: place))
      place = parent
    }
    return names
  }
}

extension Syntax {
  /// The names that this node declares for a part of it.
  fileprivate func localNames(before part: Syntax) -> [String] {
    switch self.as(SyntaxEnum.self) {
    case .functionDecl(let function):
      return function.signature.parameterClause.parameters.map(\.localName)
    case .subscriptDecl(let member): return member.parameterClause.parameters.map(\.localName)
    case .closureExpr(let closure): return closure.parameterNames
    case .codeBlockItemList(let items):
      return items.prefix { $0.id != part.id }
        .filter { !($0.item.as(VariableDeclSyntax.self)?.isLiteral ?? false) }
        .flatMap { DeclaredNames.of($0) }
    case .ifExpr(let expression): return DeclaredNames.of(expression.conditions)
    case .whileStmt(let statement): return DeclaredNames.of(statement.conditions)
    case .forStmt(let statement): return DeclaredNames.of(statement.pattern)
    case .switchCase(let branch): return DeclaredNames.of(branch.label)
    default: return []
    }
  }
}

extension VariableDeclSyntax {
  /// Whether this is a constant that is the same each time.
  fileprivate var isLiteral: Bool {
    bindingSpecifier.tokenKind == .keyword(.let)
      && bindings.allSatisfy { binding in
        switch binding.initializer?.value.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: true
        case .stringLiteralExpr(let literal):
          literal.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
        default: false
        }
      }
  }
}

extension FunctionParameterSyntax {
  /// The name inside the function.
  fileprivate var localName: String { (secondName ?? firstName).plainName }
}

extension ClosureExprSyntax {
  fileprivate var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let parameters): parameters.map(\.name.plainName)
    case .parameterClause(let clause):
      clause.parameters.map { ($0.secondName ?? $0.firstName).plainName }
    case nil: []
    }
  }

  /// The first use of one of some names that the closure does not declare itself.
  fileprivate func firstUse(of names: Set<String>) -> TokenSyntax? {
    let own = Set(DeclaredNames.of(statements))
    let finder = Uses(of: names.subtracting(own))
    finder.walk(statements)
    return finder.first
  }
}

/// Collects the names of the patterns and closure parameters in a piece of code, without functions and types.
private final class DeclaredNames: SyntaxVisitor {
  private var names: [String] = []

  static func of(_ code: some SyntaxProtocol) -> [String] {
    let collector = DeclaredNames(viewMode: .sourceAccurate)
    collector.walk(code)
    return collector.names
  }

  override func visit(_ pattern: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.append(pattern.identifier.plainName)
    return .skipChildren
  }

  override func visit(_ closure: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    names += closure.parameterNames
    return .visitChildren
  }

  override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// Finds the first use of some names as values.
private final class Uses: SyntaxVisitor {
  private let names: Set<String>
  private(set) var first: TokenSyntax?

  init(of names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ reference: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    // In `row.size` and `\.size` the name is one of a member.
    let isMember =
      reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id == reference.id
      || reference.parent?.is(KeyPathPropertyComponentSyntax.self) ?? false
    if first == nil, !isMember, names.contains(reference.baseName.plainName) {
      first = reference.baseName
    }
    return .visitChildren
  }
}
