import StrataConcurrency

/// Writes whole texts to an output, which is user code and runs outside the lock.
///
/// Called by one thread at a time, as the deliveries of a tree or the evaluations of a watch are; a text
/// that comes while another is written is written after it.
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
