@_spi(Strata) import StrataCore

extension FailureText {
  /// The text about values that a property went through and that no assertion has matched.
  static func transitionsNotExhausted(
    _ entries: [UnassertedChanges.Entry],
    _ names: StateNames
  ) -> String {
    let found = entries.flatMap { Self.steps(of: $0, names) }.enumerated()
    let steps = found.sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
    let count = Self.count(steps.count, "write", "writes")
    return """
      Transitions not exhausted: \(count) of \(Self.count(entries.count, "property", "properties")) \
      \(steps.count == 1 ? "was" : "were") not asserted.

      \(steps.map(\.text).joined(separator: "\n"))

      \(steps.count == 1 ? "This line" : "These lines, each in an assertion of its own,") would pass:
      \(indented(steps.map(\.line)))
      """
  }

  /// The text about an assertion that has read the first of several values.
  static func notMatched(_ lines: [String]) -> String {
    """
    Each write has to be asserted, in order. Written and not asserted yet:
    \(indented(lines))
    """
  }

  private struct Step {
    let order: ChangeOrder
    let text: String
    let line: String
  }

  private static func steps(of entry: UnassertedChanges.Entry, _ names: StateNames) -> [Step] {
    guard let transitions = entry.transitions else { return [] }
    let name = names.name(of: entry.read)
    var before = transitions.before.map { shown($0.value) }
    return transitions.waiting.map { transition in
      let value = shown(transition.value.value)
      defer { before = value }
      return Step(
        order: transition.order,
        text: change(
          of: name,
          from: before,
          to: value,
          edits: transition.edits,
          cause: transition.cause
        ),
        line: assertion(of: entry.read, value, names)
      )
    }
  }
}
