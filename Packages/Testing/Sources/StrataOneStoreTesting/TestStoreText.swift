import StrataExtensions

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

  static func otherState(local: String?, whole: String?) -> String {
    let local = local.map { "\n\n\($0)" } ?? ""
    let whole = whole.map { "\n\nThe whole state:\n\n\($0)" } ?? ""
    return "The state is not the expected one (- expected, + found):\(local)\(whole)"
  }

  static let noState = """
    The model's state is not part of the state that was asserted last. Assert first that its parent has it.
    """

  static func notExhausted(_ difference: String) -> String {
    "State not exhausted: at the end of the test there are changes that were not asserted (- asserted, + found):\n\n\(difference)"
  }

  static func notReceived(_ event: any Sendable, by model: String, pending: [String]) -> String {
    let others =
      pending.isEmpty
      ? "It has sent nothing that was not received."
      : "It has sent: \(pending.joined(separator: ", "))."
    return "\(model) has not sent \(String(describing: event)). \(others)"
  }

  static func eventsNotExhausted(_ events: [(event: any Sendable, model: String)]) -> String {
    let lines = events.map { "  \(String(describing: $0.event)) from \($0.model)" }
    return
      "Events not exhausted: at the end of the test these were not received:\n\n\(lines.joined(separator: "\n"))"
  }

  static func livesOn(_ models: String, _ held: [String]) -> String {
    let parts = held.isEmpty ? "" : "\n\nIt has:\n\(held.map { "  \($0)" }.joined(separator: "\n"))"
    return """
      The store of TestStore<\(models)> lives on after the test: something outside of the test keeps it, or a closure \
      of the test that a model has. Release it in the test, and let closures capture models.\(parts)
      """
  }

  /// The difference of two values.
  static func difference<Value>(from old: Value, to new: Value) -> String {
    ValueDiff().text(from: old, to: new) ?? "  The states are unequal, though they are shown alike."
  }
}
