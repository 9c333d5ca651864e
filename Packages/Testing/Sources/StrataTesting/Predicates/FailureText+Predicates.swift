import StrataConcurrency
import StrataCore
import StrataExtensions

extension FailureText {
  /// So many lines of a value are shown.
  private static var longestDump: Int { 12 }

  static func notMet(
    _ explanation: String,
    reads: ArraySlice<StateRead>,
    _ names: StateNames,
    _ now: VirtualInstant,
    valueOf: (SlotRead) -> Any?
  ) -> String {
    let text = "Not met at \(now.offset) of virtual time. \(explanation)"
    let lines = reads.prefix(20).compactMap { state -> String? in
      guard let value = valueOf(state.read) else { return nil }
      let name = names.name(of: state.read)
      if let shown = SourceLiteral.approximation(of: value) { return "\(name): \(shown)" }
      // The properties of models inside are reads of their own.
      guard !(value is any ContextContainer) else { return nil }
      let lines = ValueDump().text(of: value).split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      let rest = lines.count > longestDump ? ["  …"] : []
      return (["\(name):"] + lines.prefix(longestDump).map { "  \($0)" } + rest)
        .joined(separator: "\n")
    }
    return lines.isEmpty ? text : "\(text)\n\nIt read:\n\(indented(lines))"
  }
}
