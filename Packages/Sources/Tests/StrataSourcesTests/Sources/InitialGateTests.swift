import Foundation
import StrataConcurrency
import Testing

@testable import StrataSources

/// The choice of the thread that evaluates an initial model.
@Suite struct InitialGateTests {
  private func identities() async -> [ThreadIdentity] {
    let found = Locked<[ThreadIdentity]>([], rank: .leaf)
    // Threads that exist at the same time have different identities.
    let arrivals = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    await onThreads(2) { index in
      found.withLock { $0.append(.current) }
      arrivals[index].signal()
      arrivals[1 - index].wait()
    }
    return found.withLock { $0 }
  }

  @Test func oneThreadEvaluatesAndWakesThoseThatWait() async throws {
    let threads = await identities()
    try #require(Set(threads).count == 2)
    var gate = InitialGate.closed
    guard case .evaluate = gate.enter(threads[0]) else {
      Issue.record("The first thread does not evaluate.")
      return
    }
    var parkers: [Parker] = []
    for _ in 0..<2 {
      if case .wait(let parker) = gate.enter(threads[1]) { parkers.append(parker) }
    }
    guard case .recursion = gate.enter(threads[0]) else {
      Issue.record("The evaluating thread does not learn that it asks for its own result.")
      return
    }
    let woken = gate.finish()
    #expect(woken.count == 2)
    #expect(zip(woken, parkers).allSatisfy { $0 === $1 })
    guard case .pass = gate.enter(threads[1]) else {
      Issue.record("The gate is not open.")
      return
    }
    #expect(gate.finish().isEmpty)
  }
}
