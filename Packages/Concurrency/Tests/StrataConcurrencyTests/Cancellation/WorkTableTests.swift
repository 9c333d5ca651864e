import Testing

@testable import StrataConcurrency

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

  @Test func anEmptyScopeHasNoStorage() {
    let scope = CancellationScope()
    #expect(scope.running.isEmpty)
    scope.cancelAll(for: "key")
    scope.seal()
    #expect(scope.lockedStorageIfAny == nil)
  }
}
