import StrataModels
import Testing

@Suite struct ChangeRecordTests {
  private func start<Root: Model>(_ root: Root, _ log: Log) -> Subscription {
    root.node.context.recordChanges(at: .thisLine()) { change in
      let layout = change.context.layout
      let cause = change.cause.map { " by \($0.kind.rawValue) \($0.name ?? "")" } ?? ""
      log.add("\(layout.name).\(layout.slots[change.slot].name)\(cause)")
    }
  }

  @Test func tellsOfEveryChangeInTheTreeAndOfNoOther() {
    let log = Log()
    let root = Logged("p", Log(), child: Logged("c", Log())).withAnchor()
    let other = Counter().withAnchor()
    let recording = start(root, log)
    root.child?.children = [Logged("d", Log())]
    other.count = 1
    root.child = nil
    #expect(log.entries == ["Logged.children", "Logged.child"])
    recording.cancel()
    root.children = [Logged("e", Log())]
    #expect(log.entries.count == 2)
  }

  @Test func aTransactionIsOneRoundWithEachPropertyOnce() {
    let rounds = Log()
    let root = Listing().withAnchor()
    let recording = root.node.context.recordChanges(at: .thisLine()) { change in
      rounds.add("\(change.round):\(change.slot)")
    }
    root.node.transaction {
      root.selection = 1
      root.selection = 2
      root.rows.append(Row(id: 1))
    }
    let numbers = Set(rounds.entries.map { $0.split(separator: ":")[0] })
    #expect(numbers.count == 1)
    #expect(rounds.entries.count == 2)
    withExtendedLifetime(recording) {}
  }

  @Test func saysWhatAddedAndRemovedContexts() {
    let log = Log()
    let root = Listing(rows: [Row(id: 1)]).withAnchor()
    let recording = root.node.context.recordChanges(at: .thisLine()) { change in
      log.add("+\(change.edits?.added.count ?? 0) -\(change.edits?.removed.count ?? 0)")
    }
    root.rows.append(Row(id: 2))
    root.rows.remove(id: 1)
    #expect(log.entries == ["+1 -0", "+0 -1"])
    withExtendedLifetime(recording) {}
  }

  @Test func namesTheTaskThatWroteAcrossSuspension() async {
    Cause.startRecording()
    defer { Cause.stopRecording() }
    let log = Log()
    let model = Counter().withAnchor()
    let recording = start(model, log)
    let work = model.node.task("load") {
      await Task.yield()
      model.count = 1
    }
    while log.entries.isEmpty { await Task.yield() }
    #expect(log.entries == ["Counter.count by task load"])
    withExtendedLifetime((recording, work)) {}
  }

  @Test func namesTheObserverAndWhatLedToIt() {
    Cause.startRecording()
    defer { Cause.stopRecording() }
    let log = Log()
    let root = Listing().withAnchor()
    let context = root.node.context
    let observation = context.observe(Slot<Int?>(uncheckedIndex: 1)) { _ in
      root.rows.append(Row(id: 1))
    }
    let recording = context.recordChanges(at: .thisLine()) { change in
      var kinds: [String] = []
      var cause = change.cause
      while let step = cause {
        kinds.append(step.kind.rawValue)
        cause = step.parent
      }
      log.add("\(change.slot): \(kinds.joined(separator: " < "))")
    }
    Cause.with(.call, at: .thisLine()) { root.selection = 1 }
    #expect(log.entries == ["1: call", "0: observer < call"])
    withExtendedLifetime((observation, recording)) {}
  }

  // In a process of its own: causes are recorded for a whole process.
  @Test func recordsNoCauseWhenNobodyWantsOne() async {
    await #expect(processExitsWith: .success) {
      let hasCause = Log()
      let model = Counter().withAnchor()
      let recording = model.node.context.recordChanges(at: .thisLine()) { change in
        hasCause.add("\(change.cause != nil)")
      }
      Cause.with(.call, at: .thisLine()) { model.count = 1 }
      #expect(hasCause.entries == ["false"])
      withExtendedLifetime(recording) {}
    }
  }
}
