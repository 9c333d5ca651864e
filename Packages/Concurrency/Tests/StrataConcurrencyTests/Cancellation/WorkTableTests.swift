import Testing

@_spi(Strata) @testable import StrataConcurrency

@Suite struct WorkTableTests {
  @Test func slotsAndKeysAreReused() {
    let scope = CancellationScope()
    for number in 0..<10_000 {
      let work = scope.onCancel {}
      work.cancel(for: number).cancel(for: "in flight", cancelInFlight: true)
      if number.isMultiple(of: 3) { work.cancel() }
      if number.isMultiple(of: 3) == false, number.isMultiple(of: 2) { work.discard() }
    }
    let table = scope.lockedStorageIfAny?.table
    #expect((table?.slots.count ?? 0) <= 2)
    #expect((table?.keys.bucketCapacity ?? 0) <= 8)
    scope.cancelAll(for: "in flight")
    #expect(scope.isEmpty)
    #expect(scope.lockedStorageIfAny?.table.keys.count == 0)
  }

  @Test func aBurstIsNotPaidForEverAfter() {
    let scope = CancellationScope()
    let works = (0..<5_000).map { number in scope.onCancel {}.cancel(for: number) }
    for work in works { work.discard() }
    #expect(scope.lockedStorageIfAny?.table.slots.capacity == 0)
    scope.onCancel {}
    for work in works { work.cancel() }
    #expect(!scope.isEmpty)
  }

  private final class Owner: Sendable {
    let lock: LockReference
    private let ownLock: Lock
    init() {
      let own = Lock(rank: .tree)
      lock = own.reference
      ownLock = own
    }
  }

  /// A tree does this for its contexts: it looks at its state and registers for one lock pair.
  @Test func workIsRegisteredAndSealedUnderALockThatTheOwnerLends() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let owner = Owner()
      let scope = CancellationScope(
        executor: SimulatedExecutor.current,
        guardedBy: owner.lock,
        of: owner
      )
      let registered = try #require(
        owner.lock.withLock { scope.lockedRegister(at: .thisLine(), in: "load()") }
      )
      let began = Locked(0, rank: .leaf)
      let work = CancellationScope.start(registered, of: scope) {
        began.withLock { $0 += 1 }
      }
      #expect(scope.running.first?.name?.hasPrefix("load() @ WorkTableTests.swift:") == true)
      work.cancel(for: "key")
      let handled = Locked(0, rank: .leaf)
      scope.onCancel { handled.withLock { $0 += 1 } }
      let cancellation = owner.lock.withLock { scope.lockedCloseDeferringCancellation() }
      #expect(owner.lock.withLock { scope.lockedRegister(at: .thisLine(), in: "late()") } == nil)
      #expect(handled.withLock { $0 } == 0)
      cancellation.perform()
      await scope.finished()
      #expect(handled.withLock { $0 } == 1)
      // It was cancelled before its body had begun.
      #expect(began.withLock { $0 } == 0)
      #expect(scope.isEmpty)
    }
  }

  /// Slots of tasks that had names, keys or none follow one another.
  @Test func aSlotRemembersNothingOfTheWorkBefore() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let scope = CancellationScope()
      for round in 0..<6 {
        let work =
          round.isMultiple(of: 2)
          ? scope.task(name: "named", isolation: nil) {}.cancel(for: round)
          : scope.task(TaskOptions(callSite: .thisLine()), isolation: nil) {}
        #expect(scope.running.map(\.name) == [round.isMultiple(of: 2) ? "named" : nil])
        if round == 3 { work.cancel() }
        #expect(scope.running.map(\.isCancelled) == [round == 3])
        try await simulation.clock.sleep(for: .seconds(1))
        #expect(scope.isEmpty)
      }
    }
  }

  @Test func anEmptyScopeHasNoStorage() {
    let scope = CancellationScope()
    #expect(scope.running.isEmpty)
    scope.cancelAll(for: "key")
    scope.close()
    #expect(scope.lockedStorageIfAny == nil)
  }
}
