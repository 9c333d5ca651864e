import StrataConcurrency
import StrataCore

extension FailureText {
  static func notMet(
    _ explanation: String,
    reads: ArraySlice<StateRead>,
    _ names: StateNames,
    _ now: VirtualInstant,
    valueOf: (SlotRead) -> Any?
  ) -> String {
    let text = "Not met at \(now.offset) of virtual time. \(explanation)"
    let lines = reads.prefix(20).compactMap { state -> String? in
      guard let value = valueOf(state.read), let shown = SourceLiteral.approximation(of: value)
      else { return nil }
      return "\(names.name(of: state.read)): \(shown)"
    }
    return lines.isEmpty ? text : "\(text)\n\nIt read:\n\(indented(lines))"
  }
}
