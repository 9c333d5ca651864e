import Measuring
import StrataConcurrency
import StrataCore
import StrataEvents
import StrataModels

/// Events until their handler has run, and changes that are undone.
///
/// The limits are a third and a quarter of another library's times on one machine, in lock pairs of that machine.
enum HandledRows {
  static var all: [Workload] { [awaited, synchronous, undone] }

  /// The sender and the loop are tasks on the threads of the concurrency runtime, as in programs.
  ///
  /// The time includes that the sender goes on after the handler.
  private static var awaited: Workload {
    Workload("event until the loop that listens has handled it", budget: 336, count: 5_000) {
      let (run, number) = awaiting()
      run(1)
      return Prepared(isRight: number() == 1, run: run)
    }
    .beside(
      Alternative(.plain) {
        let listener = AsyncStream.makeStream(of: ReachRows.Ping.self)
        let listeners = Guarded([listener.continuation])
        let handled = Handshake()
        Task {
          for await _ in listener.stream { handled.give() }
        }
        return { count in
          handled.take(count) {
            for listener in listeners.with({ $0 }) { listener.yield(ReachRows.Ping()) }
          }
        }
      }
    )
  }

  /// Makes a model with a loop that listens.
  ///
  /// - Returns: Sends a number of events, each after the loop has handled the one before, and how many were handled.
  static func awaiting() -> (run: (Int) -> Void, number: () -> Int) {
    let meter = Meter().withAnchor()
    let handled = Handshake()
    meter.node.forEach(meter.node.event(ofType: ReachRows.Ping.self)) { _ in handled.give() }
    return (
      { count in handled.take(count) { meter.node.send(ReachRows.Ping()) } }, { handled.number }
    )
  }

  private static var synchronous: Workload {
    Workload("event to one synchronous handler of a model", budget: 10, count: 50_000) {
      let meter = Meter().withAnchor()
      let handled = Tally()
      meter.modelNode.context.addListener(
        .listener(to: ReachRows.Ping.self) { _, _ in handled.add() }
      )
      meter.node.send(ReachRows.Ping())
      return Prepared(isRight: handled.number == 1) { count in
        for _ in 0..<count { meter.node.send(ReachRows.Ping()) }
      }
    }
  }

  private static var undone: Workload {
    Workload("undo and redo of one change", budget: 300, count: 10_000) {
      let stack = ModelUndoStack(limit: 100)
      let meter = Meter().withAnchor { $0.undoSystem.backend = stack }
      meter.node.trackUndo()
      meter.count = 7
      stack.undo()
      let isUndone = meter.count == 0
      stack.redo()
      return Prepared(isRight: isUndone && meter.count == 7) { count in
        for _ in 0..<count {
          stack.undo()
          stack.redo()
        }
        withExtendedLifetime(meter) {}
      }
    }
  }
}

/// Lets a sender go on after its handler.
private final class Handshake: Sendable {
  private struct State: Sendable {
    var number = 0
    var sender: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State(), rank: .leaf)
  var number: Int { state.withLock { $0.number } }

  /// Resumes the sender; called by the handler.
  func give() {
    let sender = state.withLock { state in
      state.number += 1
      defer { state.sender = nil }
      return state.sender
    }
    sender?.resume()
  }

  /// Sends so often, each time after the handler of the one before.
  func take(_ count: Int, _ send: @escaping @Sendable () -> Void) {
    Waiting.result { [self] in
      for _ in 0..<count {
        await withCheckedContinuation { sender in
          state.withLock { $0.sender = sender }
          send()
        }
      }
    }
  }
}
