import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct UnwindingTests {
  @Test(arguments: 1...5)
  func functionsStayUntilTheTasksOfTheirOwnerHaveReturned(seed: UInt64) async throws {
    _ = try await withSimulation(seed: seed) { simulation in
      let kid = Kid()
      let root = Kid(kids: [kid])
      let anchor = Anchor(root.context)
      let (goOn, found) = (AsyncGate(), Log())
      kid.context.work.task {
        // Continues after its cancellation, as work with cleanup does.
        await goOn.opened()
        found.add(kid.context[Item.optionalAction] == nil ? "let go" : "there")
      }
      await simulation.waitUntilIdle()
      root.kids = []
      await simulation.waitUntilIdle()
      goOn.open()
      await simulation.waitUntilIdle()
      #expect(found.all == ["there"])
      let late = reports(during: { #expect(kid.context[Item.optionalAction] == nil) })
      #expect(late.count == 1)
      withExtendedLifetime(anchor) {}
    }
  }
}

/// Makes one task wait, whether or not it is cancelled.
private final class AsyncGate: Sendable {
  private let waiting = Locked<CheckedContinuation<Void, Never>?>(nil, rank: .leaf)

  func opened() async {
    await withCheckedContinuation { continuation in
      waiting.withLock { $0 = continuation }
    }
  }

  func open() {
    waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }?.resume()
  }
}
