import Foundation
import Strata
import StrataConcurrency
import Testing

@Model struct Account {
  let id: Int
  var balance = 0
  var notes: [String] = []
}

@Model struct Bank {
  var accounts: [Account] = []
  var fees = 0

  func onActivate() { node.trackUndo() }

  func transfer(_ amount: Int, from: Account, to: Account) {
    node.transaction {
      from.balance -= amount
      to.balance += amount
    }
  }

  var sum: Int { accounts.reduce(0) { $0 + $1.balance } }
}

@Model struct Door {
  struct Position: Sendable {
    var angle = 0
  }

  var position = Position()

  func onActivate() { node.trackUndo() }
}

/// Undo, as an application offers it.
struct UndoTests {
  func bank(_ count: Int = 2) -> (bank: Bank, undo: UndoSystem) {
    let bank = Bank(accounts: (1...count).map { Account(id: $0) }).withAnchor {
      $0.undoSystem.backend = ModelUndoStack()
    }
    return (bank, bank.node.undoSystem)
  }

  @Test func aTransferIsOneStep() {
    let (bank, undo) = bank()
    bank.transfer(5, from: bank.accounts[0], to: bank.accounts[1])
    #expect(bank.accounts.map(\.balance) == [-5, 5])
    undo.undo()
    #expect(bank.accounts.map(\.balance) == [0, 0])
    #expect(!undo.canUndo)
    undo.redo()
    #expect(bank.accounts.map(\.balance) == [-5, 5])
  }

  @Test func transactionsInsideATransactionAreOneStep() {
    let (bank, undo) = bank(3)
    bank.node.transaction {
      bank.transfer(1, from: bank.accounts[0], to: bank.accounts[1])
      bank.transfer(1, from: bank.accounts[1], to: bank.accounts[2])
      bank.fees += 1
    }
    undo.undo()
    #expect(bank.accounts.map(\.balance) == [0, 0, 0])
    #expect(bank.fees == 0)
    #expect(!undo.canUndo)
  }

  @Test func aRemovedModelComesBackAsItself() {
    let (bank, undo) = bank()
    let first = bank.accounts[0]
    first.balance = 7
    bank.accounts.remove(at: 0)
    undo.undo()
    #expect(bank.accounts.map(\.id) == [1, 2])
    #expect(bank.accounts[0].balance == 7)
    first.balance = 8
    #expect(bank.accounts[0].balance == 8)
  }

  @Test func stepsAreTakenBackInTheOrderOfTheirCommits() {
    let (bank, undo) = bank()
    for note in ["a", "b", "c"] { bank.accounts[0].notes.append(note) }
    undo.undo()
    #expect(bank.accounts[0].notes == ["a", "b"])
    bank.accounts[1].balance = 1
    undo.undo()
    undo.undo()
    #expect(bank.accounts[0].notes == ["a"])
    #expect(bank.accounts[1].balance == 0)
  }

  @Test func aNewStepEndsWhatCouldBeRedone() {
    let (bank, undo) = bank()
    bank.fees = 1
    undo.undo()
    #expect(undo.canRedo)
    bank.fees = 2
    #expect(!undo.canRedo)
    undo.redo()
    #expect(bank.fees == 2)
  }

  @Test func eachWriteOfAValueThatCannotBeComparedIsAStep() {
    let door = Door().withAnchor { $0.undoSystem.backend = ModelUndoStack() }
    door.position = Door.Position()
    #expect(door.node.undoSystem.canUndo)
  }

  @Test func anEqualWriteIsNoStep() {
    let (bank, undo) = bank()
    bank.fees = 0
    bank.node.transaction {
      bank.fees = 3
      bank.fees = 0
    }
    #expect(!undo.canUndo)
  }

  @Test func transfersOnThreadsBesideUndoKeepTheSum() {
    let (bank, undo) = bank(4)
    let accounts = bank.accounts
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for step in 0..<100 {
        if thread == 0 {
          undo.undo()
        } else {
          bank.transfer(step, from: accounts[thread], to: accounts[(thread + step) % 4])
        }
      }
    }
    #expect(bank.sum == 0)
    while undo.canUndo { undo.undo() }
    #expect(bank.accounts.map(\.balance) == [0, 0, 0, 0])
  }
}
