import SwiftDiagnostics
import SwiftSyntax

extension StructDeclSyntax {
  /// Diagnostics about sent events that are missing in the model's `Event`, if an event of a similar name exists, and
  /// about events of `node.event(of:)` without their type.
  ///
  /// The compiler only says that it cannot infer a base, because both take events of any type.
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
    let untyped = finder.awaited.filter { cases.contains($0.declName.baseName.plainName) }
    let unknown = finder.names.compactMap { token -> Diagnostic? in
      guard !(cases + others).contains(token.plainName),
        let known = cases.closest(to: token.plainName)
      else { return nil }
      return MacroComplaint.unknownEvent(token.plainName, known)
        .at(token, fixIts: [Remedy.rename(token, to: known)])
    }
    return unknown
      + untyped.map { event in
        MacroComplaint.untypedEvent(event.declName.baseName.plainName)
          .at(event, fixIts: [Remedy.name("Event", of: event)])
      }
  }
}

/// Finds `node.send(.name)` and `node.event(of: .name)`, outside of nested types.
private final class SentEvents: SyntaxVisitor {
  var names: [TokenSyntax] = []
  var awaited: [MemberAccessExprSyntax] = []

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let argument = call.arguments.first else { return .visitChildren }
    let event = argument.expression
    let member =
      event.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
      ?? event.as(MemberAccessExprSyntax.self)
    guard let member, member.base == nil else { return .visitChildren }
    switch call.calledExpression.trimmedDescription {
    case "node.send": names.append(member.declName.baseName)
    // With a sender's type, the case is one of that sender's events.
    case "node.event" where argument.label?.text == "of" && call.arguments.count == 1:
      awaited.append(member)
    default: break
    }
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
