import StrataConcurrency
import StrataExtensions
import StrataTesting
@_spi(Strata) import StrataUpdates

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

  static func otherAction(expected: some Any, found: Received) -> String {
    """
    \(found.name) was received, where the test expects \(name(of: expected)).

    This would pass:
    \(found.indentedLines)
    """
  }

  static func unexpectedAction(_ found: Received) -> String {
    """
    \(found.name) was received, which is not an action that the test accepts here.

    This would pass:
    \(found.indentedLines)
    """
  }

  static func nothingReceived(_ situation: String) -> String {
    "No action was received.\n\n\(situation)"
  }

  static func receiveFirst(_ pending: [Received], before action: some Any) -> String {
    "\(name(of: action)) was sent while \(received(pending))"
  }

  static func notReceived(_ pending: [Received]) -> String {
    "At the end of the test \(received(pending))"
  }

  static func notHandled(_ action: some Any) -> String {
    """
    \(name(of: action)) was not handled when it was sent, but left to another thread. Send from the \
    test's thread alone, and to a store without an executor.
    """
  }

  static func effectsRunning(_ effects: [Effect]) -> String {
    let isOne = effects.count == 1
    return """
      Effects not exhausted: \(isOne ? "1 effect is" : "\(effects.count) effects are") still running at \
      the end of the test.

      \(effects.map { "  \($0.text)" }.joined(separator: "\n"))

      Receive the actions of \(isOne ? "the effect" : "the effects") up to the last one, with `within:` if \
      time has to pass. Or send an action whose update cancels \(isOne ? "it" : "them"), as Fx.cancel(id:) \
      does.
      """
  }

  private static func received(_ pending: [Received]) -> String {
    let names = pending.map(\.name)
    return """
      \(names.count == 1 ? "1 action of an effect was" : "\(names.count) actions of effects were") not \
      asserted: \(names.joined(separator: ", ")).

      This would pass:
      \(pending.map(\.indentedLines).joined(separator: "\n"))
      """
  }

  /// The action as a test would write it.
  static func name(of action: some Any) -> String {
    if let text = SourceLiteral.text(of: action) { return text }
    let mirror = Mirror(reflecting: action)
    return mirror.displayStyle == .enum ? ".\(action)" : String(reflecting: action)
  }
}

extension TestStoreText {
  /// An effect that still runs.
  struct Effect {
    /// The line that has sent or received its action.
    let place: CallSite?
    let text: String

    init(_ task: RunningTask, _ origins: [EffectOrigin]) {
      for origin in origins {
        guard let ids = origin.identities(of: task) else { continue }
        place = origin.place
        let names = ids.isEmpty ? "" : " with the id \(ids.joined(separator: ", "))"
        let line = origin.place.map { ", asserted at \($0)" } ?? ", which no line has received"
        text = "the effect of \(origin.action)\(names)\(line)"
        return
      }
      place = nil
      text = "\(task)"
    }
  }
}
