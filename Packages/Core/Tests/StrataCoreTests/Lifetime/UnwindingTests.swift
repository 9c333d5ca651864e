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

  @Test func cancelledTasksWriteAgainWhenTheFormerIncarnationHasReturned() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let kid = Kid()
      let root = Kid(kids: [kid])
      let anchor = Anchor(root.context)
      let goOn = AsyncGate()
      kid.context.work.task { await goOn.opened() }
      await simulation.waitUntilIdle()
      root.kids = []
      root.kids = [kid]
      func writeInCancelledTask(_ number: Int) async {
        let task = Task {
          unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
          kid.count = number
        }
        await task.value
      }
      // The task may be one of the former incarnation.
      await writeInCancelledTask(1)
      #expect(kid.count == 0)
      goOn.open()
      await simulation.waitUntilIdle()
      await writeInCancelledTask(2)
      #expect(kid.count == 2)
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func childrenOfARefusedTransactionNeverJoin() async {
    let (kid, below) = (Kid("a"), Kid("below"))
    let root = Kid("root", kids: [kid])
    let anchor = Anchor(root.context)
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return reports {
        root.context.transaction {
          kid.kids = [below]
          OtherThread { kid.context.beginSupersession() }.join()
          kid.name = "b"
        }
      }
    }
    _ = await task.value
    kid.context.endSupersession()
    #expect(kid.name == "a" && kid.kids.isEmpty)
    #expect(!below.context.isLive)
    kid.kids = [below]
    #expect(below.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func anEventOfATaskThatReturnsIsNotReported() async throws {
    let found = Log()
    let run: () async throws -> Void = {
      _ = try await withSimulation(seed: 1) { simulation in
        let kid = Kid()
        let root = Kid(kids: [kid])
        let anchor = Anchor(root.context)
        let goOn = AsyncGate()
        kid.context.work.task {
          await goOn.opened()
          kid.context.send(1, at: .thisLine())
        }
        await simulation.waitUntilIdle()
        root.kids = []
        goOn.open()
        await simulation.waitUntilIdle()
        kid.context.send(2, at: .thisLine())
        withExtendedLifetime(anchor) {}
      }
    }
    try await ReportSink.withHandler({ found.add($0.message) }, operation: run)
    #expect(found.all.count == 1)
    #expect(found.all.first?.contains("2") == true)
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
