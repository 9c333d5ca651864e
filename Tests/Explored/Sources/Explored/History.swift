import Explorer
import StrataConcurrency
import StrataCore

@testable import StrataModels

/// Programs about undo, redo, time travel, and change logs that begin and end.
let historyPrograms = [
  Program("undo-transaction", "An undo takes back the transaction that was committed last, whole.")
  { scene in
    let account = Account()
    account.transfer(1)
    scene.thread { account.transfer(2) }
    scene.thread { account.undo() }
    scene.atEnd { account.expectWhole([1, 2]) }
  },
  Program("undo-write", "An undo beside a plain write loses neither.") { scene in
    let account = Account()
    account.transfer(1)
    scene.thread { account.numbers[2] = 5 }
    scene.thread { account.undo() }
    scene.atEnd {
      expect(
        [[1, 0], [0, 5]].contains([account.numbers[0], account.numbers[2]]),
        "\(account.text)"
      )
      account.expectWhole([0, 1])
    }
  },
  Program("undo-both", "Of two threads that undo, each takes a step of its own.") { scene in
    let account = Account()
    for amount in [1, 2] { account.transfer(amount) }
    for _ in 0..<2 { scene.thread { account.undo() } }
    scene.atEnd { account.expectWhole([0], redone: 3) }
  },
  Program("undo-redo", "An undo and a redo of two threads follow one another.") { scene in
    let account = Account()
    for amount in [1, 2] { account.transfer(amount) }
    account.undo()
    scene.thread { account.undo() }
    scene.thread { account.redo() }
    scene.atEnd { account.expectWhole([1], redone: 3) }
  },
  Program("undo-read", "Nobody else sees the middle of an undo.") { scene in
    let account = Account()
    account.transfer(1)
    scene.thread { account.undo() }
    scene.thread {
      let (first, second) = account.numbers.context.readTogether(
        account.numbers.slot(0),
        account.numbers.slot(1)
      )
      expect(first + second == 0, "read \(first) and \(second)")
    }
    scene.atEnd { account.expectWhole([0]) }
  },
  Program("undo-observe", "An observer of what is undone is notified of whole states.") { scene in
    let account = Account()
    account.transfer(1)
    let sums = Shared<[Int]>([])
    let observation = account.numbers.context.observe(account.numbers.slot(0)) { _ in
      called("observer")
      let (first, second) = account.numbers.context.readTogether(
        account.numbers.slot(0),
        account.numbers.slot(1)
      )
      sums.change { $0.append(first + second) }
    }
    scene.thread { account.transfer(2) }
    scene.thread { account.undo() }
    scene.atEnd {
      expect(sums.value.allSatisfy { $0 == 0 }, "the sums are \(sums.value)")
      account.expectWhole([1, 2])
      withExtendedLifetime(observation) {}
    }
  },
  Program("undo-remove", "A child that is removed beside a transaction keeps whole transactions.") {
    scene in
    let family = Family()
    scene.thread { family.transfer(1) }
    scene.thread { family.root.rows.removeAll() }
    scene.thread { family.undo() }
    scene.atEnd { family.expectWhole() }
  },
  Program("undo-return", "A transaction of a child that returns by an undo is one step.") { scene in
    let family = Family()
    family.root.rows.removeAll()
    scene.thread { family.transfer(1) }
    scene.thread { family.undo() }
    scene.atEnd { family.expectWhole() }
  },
  Program("undo-insert", "A transaction of a child that another thread puts back is one step.") {
    scene in
    let family = Family()
    let child = family.pair
    family.root.rows.removeAll()
    scene.thread { family.transfer(1) }
    scene.thread { family.root.rows = [child] }
    scene.atEnd { family.expectWhole() }
  },
  Program("undo-insert-below", "A transaction of a child whose parent joins a tree is one step.") {
    scene in
    let family = Family()
    let parent = Row(1, [Row(2)])
    let child = parent.rows[0]
    scene.thread {
      child.context.transaction {
        child.number = 3
        step("in the middle")
        child.number = 4
      }
    }
    scene.thread { family.root.rows.append(parent) }
    scene.atEnd {
      expect(child.number == 4, "the number is \(child.number)")
      family.expectWhole()
    }
  },
  Program("journal-begin", "A journal that begins beside a transaction has all of it or nothing.") {
    scene in
    let numbers = Numbers()
    let entries = Shared<[ChangeLogEntry]>([])
    scene.thread {
      numbers.context.transaction {
        numbers[0] = 1
        step("in the middle")
        numbers[1] = -1
      }
    }
    scene.thread {
      _ = numbers.context.openChangeLog(keepsValues: true) { entry in
        entries.change { $0.append(entry) }
      }
    }
    scene.atEnd {
      for entry in entries.value { entry.restore(at: .thisLine()) }
      let values = [numbers[0], numbers[1]]
      expect(values == (entries.value.isEmpty ? [1, -1] : [0, 0]), "\(values)")
    }
  },
  Program("journal-end", "Entries of a journal that has ended restore nothing, and none is torn.") {
    scene in
    let account = Account()
    account.transfer(1)
    scene.thread { account.changeLog?.stopRecording(account.numbers.context) }
    scene.thread { account.undo() }
    scene.thread { account.transfer(2) }
    scene.atEnd {
      let sum = account.numbers[0] + account.numbers[1]
      expect(sum == 0, account.text)
    }
  },
  Program("travel-transaction", "A step in time beside a transaction leads to a state that was.") {
    scene in
    let numbers = Numbers()
    guard let history = StateHistory(of: numbers.context, now: { .zero }) else {
      return expect(false, "no history")
    }
    transfer(1, in: numbers)
    scene.thread { transfer(2, in: numbers) }
    scene.thread { _ = history.step(by: -1, at: .thisLine()) }
    scene.atEnd {
      expect(numbers[0] + numbers[1] == 0, "\(numbers[0]), \(numbers[1])")
      for _ in 0..<3 { _ = history.step(by: -1, at: .thisLine()) }
      expect(numbers[0] == 0 && numbers[1] == 0, "the first state is \(numbers[0]), \(numbers[1])")
    }
  },
]

/// Moves an amount from one number to another, in a transaction.
private func transfer(_ amount: Int, in numbers: Numbers) {
  numbers.context.transaction {
    numbers[0] += amount
    step("in the middle")
    numbers[1] -= amount
  }
}

/// Opens a change log whose entries a stack takes.
private func track(_ context: Context, _ stack: ModelUndoStack) -> ChangeLog? {
  context.openChangeLog(of: stack, keepsValues: true) { entry in
    if !entry.isRestoration { stack.push(UndoEntry(entry)) }
  }
}

/// Two numbers whose sum is zero, and a third, with an undo stack.
private final class Account: Sendable {
  let numbers = Numbers(3)
  let stack = ModelUndoStack()
  let changeLog: ChangeLog?

  init() {
    changeLog = track(numbers.context, stack)
  }

  func transfer(_ amount: Int) { Explored.transfer(amount, in: numbers) }
  func undo() { silence { stack.undo(at: .thisLine()) } }
  func redo() { silence { stack.redo(at: .thisLine()) } }

  var text: String { "\(numbers[0]), \(numbers[1]), \(numbers[2])" }

  /// Fails unless the first number is one of some, no transfer is torn, everything can be undone, and what was
  /// undone can be redone.
  func expectWhole(_ firsts: [Int], redone: Int? = nil) {
    expect(firsts.contains(numbers[0]) && numbers[0] + numbers[1] == 0, text)
    while stack.canRedo { redo() }
    if let redone { expect(numbers[0] == redone && numbers[1] == -redone, "redone: \(text)") }
    let last = text
    while stack.canUndo { undo() }
    expect(text == "0, 0, 0", "undone: \(text)")
    while stack.canRedo { redo() }
    expect(text == last, "redone: \(text), before: \(last)")
  }
}

/// A row with a child that has two numbers, with an undo stack.
private final class Family: Sendable {
  let pair: Row
  let root: Row
  let anchor: Anchor
  let stack = ModelUndoStack()
  let changeLog: ChangeLog?

  init() {
    pair = Row(0, [])
    root = Row(0, [pair])
    anchor = Anchor(root.context, at: .thisLine())
    changeLog = track(root.context, stack)
  }

  /// Writes two properties of the child in a transaction: its number, and as many children.
  func transfer(_ amount: Int) {
    silence {
      pair.context.transaction {
        pair.number += amount
        step("in the middle")
        pair.rows.append(contentsOf: (0..<amount).map { _ in Row(0) })
      }
    }
  }

  func undo() { silence { stack.undo(at: .thisLine()) } }
  func redo() { silence { stack.redo(at: .thisLine()) } }

  var text: String { "\(root.rows.count) rows, \(pair.number), \(pair.rows.count)" }

  /// Fails unless the child's two properties agree, also when everything is undone and redone.
  func expectWhole() {
    expect(pair.number == pair.rows.count || !pair.isLive, text)
    while stack.canRedo { redo() }
    let last = text
    while stack.canUndo { undo() }
    if pair.isLive { expect(pair.number == pair.rows.count, "undone: \(text)") }
    while stack.canRedo { redo() }
    expect(text == last, "redone: \(text), before: \(last)")
  }
}
