import Explorer
import StrataConcurrency
import StrataCore

@testable import StrataModels

/// Programs about copies, saved states, logs and counts that are made while others write.
let snapshotPrograms = [
  Program("frozen-whole", "A frozen copy that is made beside a transaction is of one moment.") {
    scene in
    let model = Branch(0, [Branch(0)]).withAnchor()
    scene.thread { model.setAll(1) }
    scene.thread {
      let copy = model.frozenCopy
      expect(copy.number == copy.branches[0].number, "a copy of two moments")
    }
  },
  Program("frozen-structure", "A frozen copy that is made beside removals has whole lists.") {
    scene in
    let model = Branch(1, [Branch(1)]).withAnchor()
    scene.thread {
      model.node.transaction {
        model.branches = []
        model.number = 0
      }
    }
    scene.thread {
      let copy = model.frozenCopy
      expect(copy.number == copy.branches.count, "\(copy.number), \(copy.branches.count)")
      expect(copy.branches.allSatisfy { $0.number == 1 }, "a branch is torn")
    }
  },
  Program(
    "saved-whole",
    "A state that is saved beside a transaction can be restored, and is of one moment."
  ) {
    scene in
    let model = Branch(0, [Branch(0)]).withAnchor()
    scene.thread { model.setAll(1) }
    scene.thread {
      guard let data = try? model.savedState() else { return expect(false, "it cannot be saved") }
      let other = Branch().withAnchor()
      guard (try? other.restoreState(from: data)) != nil else {
        return expect(false, "it cannot be restored")
      }
      expect(other.number == other.branches.first?.number, "a state of two moments")
    }
  },
  Program("restored-whole", "Nobody else sees the middle of a restoration.") { scene in
    let model = Branch(1, [Branch(1)]).withAnchor()
    guard let data = try? Branch(2, [Branch(2)]).withAnchor().savedState() else { return }
    scene.thread { _ = try? model.restoreState(from: data) }
    scene.thread {
      let copy = model.frozenCopy
      expect(copy.number == copy.branches[0].number, "a state of two moments")
    }
    scene.atEnd { expect(model.number == 2 && model.branches[0].number == 2, "not restored") }
  },
  Program("log-whole", "A log of writes that begins beside writes has the last one, in order.") {
    scene in
    let model = Branch(0).withAnchor()
    let log = Shared<WriteLog?>(nil)
    let began = Shared(-1)
    scene.thread {
      log.value = model.recordWrites()
      began.value = model.number
    }
    for number in 1...2 { scene.thread { model.number = number } }
    scene.atEnd {
      let records = log.value?.records ?? []
      expect(records.map(\.number) == Array(records.indices.map { $0 + 1 }), "\(records)")
      if model.number != began.value { expect(!records.isEmpty, "a write is missing") }
      if let last = records.last { expect(last.new == "\(model.number)", "\(records)") }
    }
  },
  Program("log-end", "A log that ends beside writes has a part of them, in order.") { scene in
    let model = Branch(0).withAnchor()
    let log = model.recordWrites()
    scene.thread { log.cancel() }
    scene.thread { for number in 1...2 { model.number = number } }
    scene.atEnd {
      let news = log.records.compactMap(\.new)
      expect([[], ["1"], ["1", "2"]].contains(news), "\(news)")
    }
  },
  Program("metrics-count", "Each write, round and notification of several threads is counted once.")
  {
    scene in
    let metrics = TreeMetrics()
    let model = withTreeObserver(metrics) { Branch(0).withAnchor() }
    let observation = model.modelNode.context.observe(Slot<Int>(uncheckedIndex: 0)) { _ in }
    for number in 1...2 { scene.thread { model.number = number } }
    scene.atEnd {
      let counts = metrics.snapshot
      expect(counts.writes == 2 && counts.rounds == 2, "\(counts.writes), \(counts.rounds)")
      expect(counts.notifications == 2, "\(counts.notifications) notifications")
      withExtendedLifetime(observation) {}
    }
  },
  Program("recorder-stop", "A recording of states that is stopped beside a write has whole states.")
  {
    scene in
    let numbers = Numbers()
    guard let history = StateHistory(of: numbers.context, now: { .zero }) else {
      return expect(false, "no history")
    }
    scene.thread {
      numbers.context.transaction {
        numbers[0] = 1
        numbers[1] = -1
      }
    }
    scene.thread { history.stop() }
    scene.thread { _ = history.step(by: -1, at: .thisLine()) }
    scene.atEnd {
      silence { _ = history.step(by: -1, at: .thisLine()) }
      expect(numbers[0] + numbers[1] == 0, "\(numbers[0]), \(numbers[1])")
    }
  },
]

extension Branch: SavableModel {
  init(saved values: SavedValues) throws { self.init() }
}
