import StrataConcurrency
import StrataExtensions

/// Prints how each copy of a model differs from the one before.
///
/// A watch calls it, one call at a time, which makes the output's order right. The lock alone would not do,
/// because an output is user code and runs outside it.
final class ChangePrinter<M: Model>: Sendable {
  private struct State: Sendable {
    var last: M?
    var output: (any TextOutputStream & Sendable)?
  }

  private let name: String
  private let state: Locked<State>
  private let diff = ValueDiff()

  init(name: String, output: some TextOutputStream & Sendable) {
    self.name = name
    state = Locked(State(output: output), rank: .leaf)
  }

  func print(_ copy: M) {
    let (last, taken) = state.withLock { state in
      defer { state.last = copy }
      return (state.last, state.output.take())
    }
    guard var output = taken else { return }
    if let last, let difference = diff.text(from: last, to: copy) {
      output.write("\(name) changed:\n\(difference)\n")
    }
    state.withLock { $0.output = output }
  }
}

/// Writes to the program's standard output.
public struct StandardOutputStream: TextOutputStream, Sendable {
  /// Makes a stream.
  public init() {}

  /// Writes a text as it is.
  public mutating func write(_ text: String) {
    Swift.print(text, terminator: "")
  }
}
