import StrataExtensions
import StrataTesting

extension TestStoreText {
  /// An action that an effect has sent, with the lines that receive it.
  struct Received {
    /// The action.
    let name: String
    private let lines: [String]

    /// Makes the lines.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - store: The source text for the store.
    ///   - former: The state before it, which the test has asserted.
    ///   - state: The state after it.
    init<Action, State: Equatable>(
      _ action: Action,
      by store: String,
      from former: State,
      to state: State
    ) {
      name = TestStoreText.name(of: action)
      let call = "await \(store).receive(\(Self.argument(action)))"
      var changes = StateChanges.lines("$0", from: former, to: state)
      if changes.isEmpty, former != state { changes = [Self.placeholder("$0", state)] }
      switch changes.count {
      case 0: lines = [call]
      case 1: lines = ["\(call) { \(changes[0]) }"]
      default: lines = ["\(call) {"] + changes.map { "  \($0)" } + ["}"]
      }
    }

    var indentedLines: String { lines.map { "  \($0)" }.joined(separator: "\n") }

    /// The argument of `receive`: the action if it can be written and compared, else a condition.
    private static func argument<Action>(_ action: Action) -> String {
      if action is any Equatable, let text = SourceLiteral.text(of: action) { return text }
      let mirror = Mirror(reflecting: action)
      guard mirror.displayStyle == .enum, let name = mirror.children.first?.label else {
        return "where: { _ in true }"
      }
      return "where: { if case .\(name) = $0 { true } else { false } }"
    }

    private static func placeholder(_ path: String, _ state: Any) -> String {
      "\(path) = <#\(TypeName.text(of: state))#>"
    }
  }
}
