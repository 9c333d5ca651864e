import SwiftDiagnostics
import SwiftSyntax

extension StructDeclSyntax {
  /// Diagnostics about sent events that are missing in the model's `Event`, if an event of a similar name exists.
  ///
  /// The compiler only says that it cannot infer a base, because `send` takes events of any type.
  var unknownEvents: [Diagnostic] {
    let events = members(EnumDeclSyntax.self).first { $0.name.plainName == "Event" }
    guard let events else { return [] }
    let cases = events.members(EnumCaseDeclSyntax.self)
      .flatMap { $0.elements.map(\.name.plainName) }
    let others =
      events.members(VariableDeclSyntax.self).flatMap(\.bindings).flatMap(\.pattern.names)
      .map(\.plainName) + events.members(FunctionDeclSyntax.self).map(\.name.plainName)
    let finder = SentEvents(viewMode: .sourceAccurate)
    finder.walk(memberBlock)
    return finder.names.compactMap { token in
      guard !(cases + others).contains(token.plainName),
        let known = cases.closest(to: token.plainName)
      else { return nil }
      return MacroDiagnostic.unknownEvent(token.plainName, known)
        .at(token, fixIts: [Remedy.rename(token, to: known)])
    }
  }
}

/// Finds `node.send(.name)`, outside of nested types.
private final class SentEvents: SyntaxVisitor {
  var names: [TokenSyntax] = []

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard call.calledExpression.trimmedDescription == "node.send",
      let event = call.arguments.first?.expression
    else { return .visitChildren }
    let member =
      event.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
      ?? event.as(MemberAccessExprSyntax.self)
    if let member, member.base == nil { names.append(member.declName.baseName) }
    return .visitChildren
  }

  override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension [String] {
  /// The one that differs from a name by the fewest letters, if these are few.
  fileprivate func closest(to name: String) -> String? {
    let candidates = map { (name: $0, distance: $0.distance(to: name)) }
    guard let best = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= Swift.max(1, name.count / 3) ? best.name : nil
  }
}

extension String {
  /// How many letters are inserted, removed or replaced to make one of the other.
  fileprivate func distance(to other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (index, letter) in enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for column in other.indices {
        let replaced = corner + (letter == other[column] ? 0 : 1)
        corner = row[column + 1]
        row[column + 1] = Swift.min(replaced, row[column] + 1, corner + 1)
      }
    }
    return row[other.count]
  }
}
