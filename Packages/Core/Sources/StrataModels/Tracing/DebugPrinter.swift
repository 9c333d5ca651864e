import StrataConcurrency

/// Writes whole texts to an output; the output is user code and runs outside the lock.
///
/// One thread at a time calls it, because a tree delivers and a watch evaluates on one thread at a time. A text
/// that arrives while another is written is written after it.
final class DebugPrinter: Sendable {
  private struct State: Sendable {
    var output: (any TextOutputStream & Sendable)?
    var waiting: [String] = []
  }

  private let state: Locked<State>

  init(_ output: any TextOutputStream & Sendable) {
    state = Locked(State(output: output), rank: .leaf)
  }

  func print(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    let text = lines.joined(separator: "\n") + "\n"
    let taken = state.withLock { state -> (any TextOutputStream & Sendable)? in
      state.waiting.append(text)
      return state.output.take()
    }
    guard var output = taken else { return }
    while let next = nextText(givingBack: output) { output.write(next) }
  }

  /// Takes the next text, or puts the output back if there is none.
  private func nextText(givingBack output: any TextOutputStream & Sendable) -> String? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.output = output
      return nil
    }
  }
}
