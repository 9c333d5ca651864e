import StrataExtensions

/// The texts of all failures of test stores, in one file.
enum TestStoreText {
  static func otherState<State>(after action: some Any, expected: State, found: State) -> String {
    let difference =
      ValueDiff().text(from: expected, to: found)
      ?? "  The states are unequal, though they are shown alike."
    return """
      The state after \(name(of: action)) is not the expected one (- expected, + found):

      \(difference)
      """
  }

  static func otherAction(expected: some Any, found: some Any) -> String {
    """
    \(name(of: found)) was received, where the test expects \(name(of: expected)).

    This line would pass:
      await store.receive(\(name(of: found))) { $0 = <#the expected state#> }
    """
  }

  static func unexpectedAction(_ found: some Any) -> String {
    "\(name(of: found)) was received, which is not an action that the test accepts here."
  }

  static func nothingReceived(_ situation: String) -> String {
    "No action was received.\n\n\(situation)"
  }

  static func receiveFirst(_ pending: [some Any], before action: some Any) -> String {
    "\(name(of: action)) was sent while \(received(pending))"
  }

  static func notReceived(_ pending: [some Any]) -> String {
    "At the end of the test \(received(pending))"
  }

  static func notHandled(_ action: some Any) -> String {
    """
    \(name(of: action)) was not handled when it was sent, but left to another thread. Send from the \
    test's thread alone, and to a store without an executor.
    """
  }

  private static func received(_ pending: [some Any]) -> String {
    let names = pending.map { name(of: $0) }
    let lines = names.map { "  await store.receive(\($0)) { $0 = <#the expected state#> }" }
    return """
      \(names.count == 1 ? "1 action of an effect was" : "\(names.count) actions of effects were") not \
      asserted: \(names.joined(separator: ", ")).

      \(names.count == 1 ? "This line" : "These lines") would pass:
      \(lines.joined(separator: "\n"))
      """
  }

  /// The action as a test would write it.
  static func name(of action: some Any) -> String {
    let mirror = Mirror(reflecting: action)
    return mirror.displayStyle == .enum ? ".\(action)" : String(reflecting: action)
  }
}
