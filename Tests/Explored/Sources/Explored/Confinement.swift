import Explorer
import StrataConcurrency
import StrataCore

/// Programs about a tree that one thread locks for many accesses, while others use it as well.
let confinementPrograms = [
  Program("confined-add", "No change is lost beside one that is made with the tree locked.") {
    scene in
    let (row, anchor) = confined(Row(0))
    scene.thread {
      anchor.withAccess {
        row.number += 1
        row.number += 1
      }
    }
    scene.thread { row.number += 1 }
    scene.atEnd { expect(row.number == 3, "the number is \(row.number)") }
  },
  Program("confined-whole", "Others see nothing of the middle while the tree is locked.") { scene in
    let (row, anchor) = confined(Row(0))
    let texts = Single("")
    scene.thread {
      anchor.withAccess {
        row.rows = [Row(1)]
        step("in the middle")
        row.rows = []
      }
    }
    scene.thread {
      expect(row.rows.isEmpty, "a row is seen")
      texts.value = "seen"
    }
    scene.atEnd { expect(texts.value == "seen", "nothing was read") }
  },
  Program(
    "confined-transaction",
    "A thread that has the tree locked lets a transaction end that it has to wait for."
  ) { scene in
    let (row, anchor) = confined(Row(0))
    scene.thread {
      anchor.withAccess {
        row.number += 1
        row.rows.append(Row(1))
      }
    }
    scene.thread {
      row.context.transaction {
        row.rows.append(Row(2))
        step("in the middle")
        row.number += 1
      }
    }
    scene.atEnd {
      expect(row.number == 2 && row.rows.count == 2, "\(row.number), \(row.rows.count)")
    }
  },
  Program("confined-nested", "A transaction in a locked tree excludes that of another thread.") {
    scene in
    let (row, anchor) = confined(Row(0))
    scene.thread {
      anchor.withAccess {
        row.context.transaction {
          row.number += 1
          anchor.withAccess { row.number += 1 }
        }
      }
    }
    scene.thread {
      row.context.transaction {
        let before = row.number
        step("in the middle")
        row.number = before + 1
      }
    }
    scene.atEnd { expect(row.number == 3, "the number is \(row.number)") }
  },
  Program("confined-derived", "A derived value that is read in a locked tree is of one moment.") {
    scene in
    let (row, anchor) = confined(Row(1))
    let double = Derived<Int, Never>(of: row.context, at: .thisLine()) { row.number * 2 }
    let told = Shared<[Int]>([])
    let token = double.observe(at: .thisLine()) { value in told.change { $0.append(value) } }
    scene.thread {
      anchor.withAccess { expect(double.value == row.number * 2, "\(double.value)") }
    }
    scene.thread { row.number = 2 }
    scene.atEnd {
      expect(double.value == 4 && told.value == [4], "notified of \(told.value)")
      withExtendedLifetime(token) {}
    }
  },
  Program("confined-observe", "Each change of a locked tree is delivered once, the last one last.")
  {
    scene in
    let (row, anchor) = confined(Row(0))
    let told = Shared<[Int]>([])
    let observation = row.context.observe(Row.number) { _ in
      let number = row.number
      told.change { $0.append(number) }
    }
    scene.thread { anchor.withAccess { row.number = 1 } }
    scene.thread { row.number = 2 }
    scene.atEnd {
      expect(told.value.count == 2 && told.value.last == row.number, "notified of \(told.value)")
      withExtendedLifetime(observation) {}
    }
  },
  Program(
    "confined-remove",
    "A child that is removed in a locked tree ends once, and stays readable."
  ) {
    scene in
    let child = Row(7)
    let (row, anchor) = confined(Row(0, [child]))
    let ends = Shared(0)
    child.context.work.onCancel { ends.change { $0 += 1 } }
    scene.thread { anchor.withAccess { row.rows = [] } }
    scene.thread { row.rows.removeAll() }
    scene.thread { expect(child.number == 7, "read \(child.number)") }
    scene.atEnd { expect(ends.value == 1 && !child.isLive, "it has ended \(ends.value) times") }
  },
]

private func confined(_ row: Row) -> (Row, ConfinedAnchor) {
  (row, ConfinedAnchor(row.context, at: .thisLine()))
}
