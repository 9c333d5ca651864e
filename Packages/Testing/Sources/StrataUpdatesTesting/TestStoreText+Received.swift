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
      var changes = Self.changes("$0", from: former, to: state)
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

    /// The assignments that turn a state into the next one, property by property where that is possible.
    private static func changes(_ path: String, from former: Any, to state: Any) -> [String] {
      guard ValueDiff().text(from: former, to: state) != nil else { return [] }
      if let text = SourceLiteral.text(of: state) { return ["\(path) = \(text)"] }
      let (old, new) = (Mirror(reflecting: former), Mirror(reflecting: state))
      // A mirror of its own shows what cannot be written.
      guard new.displayStyle == .struct, !(state is any CustomReflectable), !new.children.isEmpty,
        old.children.count == new.children.count
      else { return [placeholder(path, state)] }
      return zip(old.children, new.children).flatMap { old, new in
        changes("\(path).\(new.label ?? "self")", from: old.value, to: new.value)
      }
    }

    private static func placeholder(_ path: String, _ state: Any) -> String {
      "\(path) = <#\(type(of: state))#>"
    }
  }
}
