import StrataConcurrency
@_spi(Strata) import StrataCore
import StrataExtensions

extension FailureText {
  static func stateNotExhausted(
    _ entries: [UnassertedChanges.Entry],
    of category: StateCategory,
    _ names: StateNames
  ) -> String {
    let changes = entries.map { change($0, names) }
    let lines = entries.flatMap { entry -> [String] in
      guard let value = entry.read.currentValue else { return [] }
      return assertions(of: entry.read, from: entry.baseline?.value, to: value, names)
    }
    let (one, many) = category.nouns
    return """
      \(category.title) not exhausted: \(count(entries.count, one, many)) changed and no \
      assertion that is met has read \(entries.count == 1 ? "it" : "them"). What #expect or XCTAssert \
      reads does not count.

      \(changes.joined(separator: "\n"))

      \(lines.count == 1 ? "This line" : "These lines") would pass:
      \(indented(lines))
      """
  }

  /// The lines that assert a value of a property: one for each part that differs, if the whole cannot be written.
  private static func assertions(
    of read: SlotRead,
    from old: Any?,
    to value: Any,
    _ names: StateNames
  ) -> [String] {
    let isState = StateCategory(of: read.context) == .state
    let isComparable = read.context.layout.slots[read.slot].type is any Equatable.Type
    if isState, !isComparable, !(value is any Equatable),
      let parts = SourceLiteral.parts(names.expression(of: read), of: value)
    {
      return parts
    }
    if isState, let old, SourceLiteral.text(of: value) == nil,
      let parts = SourceLiteral.differences(names.expression(of: read), from: old, to: value)
    {
      return parts
    }
    return [assertion(of: read, value, names)]
  }

  /// The line that asserts a value of a property.
  static func assertion(of read: SlotRead, _ value: Any, _ names: StateNames) -> String {
    let name = names.expression(of: read)
    let category = StateCategory(of: read.context)
    guard category != .state else {
      let declared = read.context.layout.slots[read.slot].type
      return SourceLiteral.assertion(name, value, isComparable: declared is any Equatable.Type)
    }
    // A model has a value with a key or not, so the slot's value is an optional around it. A preference is read from
    // all contributions, and a value that was taken back reads as a default.
    guard category != .preference, let value = SourceLiteral.unwrapped(value) else {
      return SourceLiteral.readingAny(name)
    }
    return SourceLiteral.assertion(name, value)
  }

  private static func change(_ entry: UnassertedChanges.Entry, _ names: StateNames) -> String {
    change(
      of: names.name(of: entry.read),
      from: entry.baseline?.value,
      to: entry.read.currentValue,
      edits: entry.edits,
      cause: entry.cause
    )
  }

  static func change(
    of name: String,
    from old: Any?,
    to now: Any?,
    edits: StructureEdits?,
    cause: Cause?
  ) -> String {
    let cause = cause.map { "\n    because of \($0)" } ?? ""
    // Of a container that is more than models, the value says more.
    if let edits, edits.isOfContexts {
      var parts: [String] = []
      let added = edits.added.map(\.layout.name)
      let removed = edits.removed.map(\.layout.name)
      if !added.isEmpty { parts.append("\(added.joined(separator: ", ")) came") }
      if !removed.isEmpty { parts.append("\(removed.joined(separator: ", ")) went") }
      if parts.isEmpty { parts.append("the order changed") }
      return "  \(name): \(parts.joined(separator: ", "))\(cause)"
    }
    guard let now else { return "  \(name)\(cause)" }
    guard let old else {
      // The engine retains the earlier value only if it compares.
      let value = SourceLiteral.approximation(of: now)
      return value.map { "  \(name): now \($0)\(cause)" }
        ?? "  \(name):\(cause)\n\(indented([ValueDump().text(of: now)]))"
    }
    if let before = SourceLiteral.approximation(of: old),
      let after = SourceLiteral.approximation(of: now)
    {
      return "  \(name): \(before) → \(after)\(cause)"
    }
    let difference = ValueDiff().text(from: old, to: now) ?? ""
    return "  \(name):\(cause)\n\(difference)"
  }

  /// The difference of two values; `nil` if there is none to show.
  static func difference(from old: Any, to new: Any) -> String? {
    ValueDiff().text(from: old, to: new)
  }

  /// The text about a store whose state has changed in parts that no assertion has read.
  static func wholeStateNotExhausted(
    _ changes: [UnassertedWholeStates.Stretch],
    of origin: String,
    named expression: String
  ) -> String {
    let parts = changes.map { change in
      let cause = change.cause.map { "\n\n    because of \($0)" } ?? ""
      let shown = difference(from: change.asserted, to: change.present)
      return (shown ?? "  The states are unequal, though they are shown alike.") + cause
    }
    let lines = changes.last.map { change in
      AssertedParts.lines("\(expression).model", from: change.asserted, to: change.present)
    }
    return """
      State not exhausted: the state of the \(origin) has changed, and no assertion that is met has read \
      all that differs (- asserted, + found). What #expect or XCTAssert reads does not count.

      \(parts.joined(separator: "\n\n"))\(wouldPass(lines ?? []))
      """
  }

  private static func wouldPass(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    return "\n\n\(lines.count == 1 ? "This line" : "These lines") would pass:\n\(indented(lines))"
  }
}
