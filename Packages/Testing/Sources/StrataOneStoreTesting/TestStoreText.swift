import StrataCore
import StrataExtensions
@_spi(Strata) import StrataOneStore
import StrataTesting

/// The texts of all failures of test stores, in one file.
enum TestStoreText {
  static let noTestStore = """
    Tests need to use a TestStore: the model's store is a plain one, so nothing is known of what it has done. \
    Make it with TestStore<AppModel>(initialState: .init()).
    """

  static let releasedTestStore = """
    The TestStore was released before this line, and outside of a test scope its test ends then. Give the test the \
    trait .simulated(), or retain the store to the end of the test.
    """

  static func otherState(local: String?, whole: String?, passing: String?) -> String {
    let local = local.map { "\n\n\($0)" } ?? ""
    let whole = whole.map { "\n\nThe whole state:\n\n\($0)" } ?? ""
    return
      "The state is not the expected one (- expected, + found):\(local)\(whole)\(wouldPass(passing))"
  }

  static let noState = """
    The model's state is not part of the state that was asserted last. Assert first that its parent has it.
    """

  static func notExhausted(
    _ difference: String,
    passing: String?,
    at end: String = "at the end of the test"
  ) -> String {
    """
    State not exhausted: \(end) there are changes that were not asserted (- asserted, + found):

    \(difference)\(wouldPass(passing))
    """
  }

  private static func wouldPass(_ lines: String?) -> String {
    lines.map { "\n\n\($0.contains("\n") ? "These lines" : "This line") would pass:\n\($0)" } ?? ""
  }

  static func notReceived(_ event: any Sendable, by model: String, pending: [String]) -> String {
    let others =
      pending.isEmpty
      ? "It has sent nothing that was not received."
      : "It has sent: \(pending.joined(separator: ", "))."
    return "\(model) has not sent \(name(of: event)). \(others)"
  }

  static func eventsNotExhausted(_ events: [UnassertedEvents.Sent], _ names: TestedNames) -> String
  {
    let sent = events.map { sent in
      "  \(name(of: sent.event)) from the \(sent.phrase), sent at \(sent.callSite)"
    }
    return """
      Events not exhausted: at the end of the test these were not received:

      \(sent.joined(separator: "\n"))

      \(receiving(events, names))
      """
  }

  /// The lines that receive events, and the remedy for those that cannot be received.
  private static func receiving(_ events: [UnassertedEvents.Sent], _ names: TestedNames) -> String {
    var lines = SuggestedLines(names)
    var incomparable: [String] = []
    for sent in events {
      let kind = sent.sender.layout.name
      guard sent.event is any Equatable else {
        let type = TypeName.text(of: sent.event)
        if !incomparable.contains(type) { incomparable.append(type) }
        continue
      }
      let path = sent.sender.modelPlace?.path
      let model = lines.variable(of: sent.sender.id, kind: kind, path: path)
      let event =
        SourceLiteral.text(ofEvent: sent.event, sentBy: kind)
        ?? "<#\(TypeName.text(of: sent.event))#>"
      lines.add("await $\(model).receive(\(event))")
    }
    var parts = ["`receive` waits for an event that one model has sent, and takes it."]
    if !incomparable.isEmpty {
      parts[0] += " It compares the event: make \(incomparable.joined(separator: ", ")) Equatable."
    }
    if !lines.lines.isEmpty {
      parts.append("\(lines.lines.count == 1 ? "This line" : "These lines") would pass:")
      return "\(parts.joined(separator: " "))\n\(lines.indented)"
    }
    return parts[0]
  }

  /// The event as a test would write it.
  static func name(of event: any Sendable) -> String {
    SourceLiteral.text(of: event) ?? String(describing: event)
  }

  static func livesOn(_ models: String, _ held: [String]) -> String {
    """
    The store of TestStore<\(models)> lives on after the test: something outside of the test keeps it, or a closure \
    of the test that a model has. Release it in the test, and let closures capture models.\(FailureText.suspects(held))
    """
  }

  /// The difference of two values.
  static func difference<Value>(from old: Value, to new: Value) -> String {
    ValueDiff().text(from: old, to: new) ?? "  The states are unequal, though they are shown alike."
  }
}
