import Foundation
import StrataConcurrency
import StrataModels
import Testing

/// Threads that write a property without a pause, while another one begins and ends to observe it.
@Suite(.serialized) struct SubscribingAmongWritersTests {
  @Test(arguments: Way.allCases) func aThreadThatSubscribesAmongWritersReturns(way: Way) async {
    await withCheckedContinuation { continuation in
      // The threads of the tasks stay free.
      Thread.detachNewThread {
        subscribe(way)
        continuation.resume()
      }
    }
  }

  private func subscribe(_ way: Way) {
    let counter = Counter().withAnchor()
    let isOver = Locked(false, rank: .leaf)
    let writers = (0..<2).map { _ in
      onThread { while !isOver.withLock({ $0 }) { counter.count += 1 } }
    }
    // Each call returns though the writers never pause, and no later value comes before an earlier one.
    for _ in 0..<20 {
      let seen = Locked<[Int]>([], rank: .leaf)
      let subscription = way.subscribe(to: counter) { count in seen.withLock { $0.append(count) } }
      subscription.cancel()
      let counts = seen.withLock { $0 }
      #expect(counts == counts.sorted())
    }
    isOver.withLock { $0 = true }
    for writer in writers { writer.wait() }
  }

  enum Way: CaseIterable, Sendable {
    case onChange, onChangeLater, changes, observed, task

    fileprivate func subscribe(
      to counter: Counter,
      _ note: @escaping @Sendable (Int) -> Void
    ) -> any Cancellable {
      switch self {
      case .onChange: counter.node.onChange(of: counter.count) { _, count in note(count) }
      case .onChangeLater:
        counter.node.onChange(of: counter.count, initial: false) { _, count in note(count) }
      case .changes: counter.node.forEach(counter.change(of: \.count)) { note($0) }
      case .observed: counter.node.forEach(Observed { counter.count }) { note($0) }
      case .task: counter.node.task(id: counter.count) { note($0) }
      }
    }
  }
}

/// Runs a closure on a thread of its own.
///
/// - Returns: Is signalled when the closure has returned.
private func onThread(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  return done
}
