import StrataConcurrency
import StrataCore
import StrataExtensions
import Testing

/// The texts of all failures, built from values; the other rooms add those that take values of their types.
package enum FailureText {
  // MARK: Assertions

  static let falseExpression = "The expression is false."
  static let nilExpression = "The expression is nil, which counts as false."
  static let nilValue = "The value is nil."

  static func unequal(_ left: Any, _ right: Any) -> String {
    let difference =
      ValueDiff().text(from: right, to: left)
      ?? "  The sides are unequal, though they are shown alike: \(ValueDump().text(of: left))"
    let passing = SourceLiteral.text(of: left).map { "\n\nThis right side would pass: \($0)" } ?? ""
    return "The sides differ (- right, + left):\n\n\(difference)\(passing)"
  }

  static func noLongerPart(_ name: String) -> String {
    """
    Model \(name) is no longer part of this tester: it was read in an assertion after it had left \
    its tree. Read it through its parent, or assert about it before it is removed.
    """
  }

  static func outsideAssertion(_ function: String) -> String {
    """
    \(function) was called outside of an assertion, where it has no effect. Write it in the braces \
    of an assertion.
    """
  }

  static func notSent(
    _ event: any Sendable,
    by name: String,
    _ pending: [any Sendable]
  ) -> String {
    let wish = "\(name) did not send \(eventText(event))."
    guard !pending.isEmpty else { return "\(wish) It has sent none that was not asserted." }
    let events = pending.map(eventText)
    return "\(wish) Sent and not asserted:\n\(indented(events))"
  }

  /// A report in a file, with the test that has caused it if that is in another one.
  static func misuse(_ message: String, reportedIn file: String, _ test: SourceLocation?) -> String
  {
    guard let test, test.fileID != file else { return message }
    return "\(message)\n\nIn the test at \(test.fileID):\(test.line)."
  }

  // MARK: Lifetime

  static func workLives(_ name: String, _ tasks: [RunningTask]) -> String {
    """
    \(count(tasks.count, "task", "tasks")) of a \(name) that was removed \
    \(tasks.count == 1 ? "has" : "have") not returned, though told to stop:

    \(indented(tasks.map(\.description)))

    Wait with calls that throw when the task is cancelled, or check Task.isCancelled in loops.
    """
  }

  static func memoryLeft(_ names: [String]) -> String {
    """
    \(count(names.count, "model is", "models are")) still in memory after the test, though out of \
    the tree:

    \(indented(counted(names)))

    Something outside of the tree keeps a handle: a global, a task that has not ended, or a closure \
    of an object that lives on.
    """
  }

  // MARK: Budgets

  static func overBudget(
    _ what: String,
    expected: Int,
    found: Int,
    _ causes: [String]
  ) -> String {
    let reasons = causes.isEmpty ? "" : "\n\n\(indented(causes))"
    return "Expected \(count(expected, what, what + "s")), counted \(found).\(reasons)"
  }

  // MARK: Parts

  /// The lines that would pass, and another one if not all can be written.
  static func passing(_ lines: [String?], elsePassing other: String) -> String {
    let known = lines.compactMap(\.self)
    guard known.count == lines.count else {
      return "This line would pass, which forgets them all:\n\(indented([other]))"
    }
    return "\(known.count == 1 ? "This line" : "These lines") would pass:\n\(indented(known))"
  }

  static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  static func indented(_ lines: [String]) -> String {
    lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { "  \($0)" }.joined(separator: "\n")
  }

  static func eventText(_ event: any Sendable) -> String {
    Mirror(reflecting: event).displayStyle == .enum ? ".\(event)" : String(reflecting: event)
  }

  /// `3 × Row` for three contexts of a name, in the order of first appearance.
  static func counted(_ names: [String]) -> [String] {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for name in names {
      if counts[name] == nil { order.append(name) }
      counts[name, default: 0] += 1
    }
    return order.map { counts[$0] == 1 ? $0 : "\(counts[$0] ?? 0) × \($0)" }
  }
}
