import StrataConcurrency
import Testing

@Suite struct TransactionMachineTests {
  private let one = ThreadIdentity(rawValue: 1)
  private let two = ThreadIdentity(rawValue: 2)

  @Test func nestsForItsOwner() {
    var machine = TransactionMachine()
    let entrance22 = machine.enter(one)
    #expect(entrance22 == .outermost)
    #expect(machine.isOutermost)
    let entrance23 = machine.enter(one)
    #expect(entrance23 == .nested)
    #expect(!machine.isOutermost)
    let inner = machine.leave(one)
    #expect(!inner)
    let outer = machine.leave(one)
    #expect(outer)
    #expect(machine.owner == nil)
  }

  @Test func letsOthersWaitForItsOwner() {
    var machine = TransactionMachine()
    _ = machine.enter(one)
    let entrance24 = machine.enter(two)
    #expect(entrance24 == .wait(for: one))
    #expect(machine.depth == 1)
    _ = machine.leave(one)
    let entrance25 = machine.enter(two)
    #expect(entrance25 == .outermost)
  }

  @Test func leavingWhatWasNotEnteredTraps() async {
    await #expect(processExitsWith: .failure) {
      var machine = TransactionMachine()
      _ = machine.leave(ThreadIdentity(rawValue: 1))
    }
  }
}
