import StrataConcurrency
import Testing

@_spi(Strata) @testable import StrataCore

private let visits = AttachmentKey("visits", in: AttachmentFamily("statistics"), initial: 0)
private let words = AttachmentKey("words", in: AttachmentFamily("statistics"), initial: ["one"])
private let sum = AttachmentKey(
  "sum",
  in: AttachmentFamily("results", isRecorded: false),
  initial: 0
)

@Suite struct AttachmentTests {
  @Test func hasItsFirstValueUntilItIsWritten() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    #expect(kid.context[attachment: visits] == 0)
    kid.context[attachment: visits] = 3
    kid.context[attachment: visits] += 1
    #expect(kid.context[attachment: visits] == 4)
    #expect(kid.context.attachments.count == 1)
    withExtendedLifetime(anchor) {}
  }

  @Test func aCancelledTaskWritesItForALiveOwner() async {
    let kid = Kid()
    let anchor = Anchor(Kid(kids: [kid]).context)
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      kid.context[attachment: visits] = 1
      return kid.context[attachment: visits]
    }
    #expect(await task.value == 1)
    withExtendedLifetime(anchor) {}
  }

  @Test func belongsToOneContextAndOneKey() {
    let (one, other) = (Kid(), Kid())
    let root = Kid(kids: [one, other])
    let anchor = Anchor(root.context, at: .thisLine())
    one.context[attachment: visits] = 1
    other.context[attachment: visits] = 2
    let namesake = AttachmentKey("visits", in: AttachmentFamily("statistics"), initial: 0)
    #expect(one.context[attachment: visits] == 1)
    #expect(other.context[attachment: visits] == 2)
    #expect(root.context[attachment: visits] == 0)
    #expect(one.context[attachment: namesake] == 0)
    withExtendedLifetime(anchor) {}
  }

  @Test func tellsTrackersAlsoOfItsFirstWrite() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    let log = Log()
    let tracker = Tracker(at: .thisLine()) { log.add("stale") }
    #expect(tracker.track { kid.context[attachment: visits] } == 0)
    kid.context[attachment: visits] = 0
    #expect(log.take() == [])
    kid.context[attachment: visits] = 1
    #expect(log.take() == ["stale"])
    withExtendedLifetime((anchor, tracker)) {}
  }

  @Test(arguments: [false, true])
  func aChangeLogTakesWhatIsRecordedAndAHistoryNothing(isHistory: Bool) {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let changeLog = kid.context.openChangeLog(keepsValues: isHistory) { entry in
      entries.withLock { $0.append(entry) }
    }
    for number in 1...2 { kid.context[attachment: sum] = number }
    #expect(entries.withLock { $0.count } == 0)
    for number in 1...2 { kid.context[attachment: visits] = number }
    #expect(entries.withLock { $0.count } == (isHistory ? 0 : 2))
    kid.count = 1
    #expect(entries.withLock { $0.count } == (isHistory ? 1 : 3))
    withExtendedLifetime((anchor, changeLog)) {}
  }

  @Test func changesSayWhoseCellTheyAreOf() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    let log = Log()
    let recording = kid.context.recordChanges(at: .thisLine()) { change in
      guard let attachment = change.context.layout.attachment else { return log.add("slot") }
      let isKid = change.context.attachmentOwner === kid.context
      log.add("\(attachment.family.name).\(attachment.name) \(isKid) \(change.anyNewValue)")
    }
    kid.context[attachment: visits] = 5
    kid.context[attachment: words].append("two")
    kid.count += 1
    #expect(
      log.take() == ["statistics.visits true 5", #"statistics.words true ["one", "two"]"#, "slot"]
    )
    withExtendedLifetime((anchor, recording)) {}
  }

  @Test func whatIsWorkedOutIsObservedAndNotRecorded() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    let log = Log()
    let recording = kid.context.recordChanges(at: .thisLine()) { _ in log.add("recorded") }
    let tracker = Tracker(at: .thisLine()) { log.add("stale") }
    tracker.track { _ = kid.context[attachment: sum] }
    kid.context[attachment: sum] = 1
    #expect(log.take() == ["stale"])
    #expect(kid.context.attachments.isEmpty)
    withExtendedLifetime((anchor, recording, tracker)) {}
  }

  @Test func takesPartInTransactions() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    let log = Log()
    let recording = kid.context.recordChanges(at: .thisLine()) { change in
      log.add("\(change.round) \(change.anyNewValue)")
    }
    kid.context.transaction {
      kid.context[attachment: visits] = 1
      kid.context[attachment: visits] = 2
      kid.count = 7
      #expect(kid.context[attachment: visits] == 2)
    }
    let entries = log.take()
    #expect(entries.map { $0.split(separator: " ").last } == ["2", "7"])
    #expect(Set(entries.map { $0.split(separator: " ").first }).count == 1)
    withExtendedLifetime((anchor, recording)) {}
  }

  @Test func losesNoUpdateBetweenThreads() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    onThreads(4) { _ in
      for _ in 0..<5_000 {
        kid.context[attachment: visits] += 1
        kid.context[attachment: words].append("more")
      }
    }
    #expect(kid.context[attachment: visits] == 20_000)
    #expect(kid.context[attachment: words].count == 20_001)
    withExtendedLifetime(anchor) {}
  }

  @Test func joinsATreeWithItsOwner() {
    let kid = Kid()
    kid.context[attachment: visits] = 1
    let root = Kid()
    let anchor = Anchor(root.context, at: .thisLine())
    root.kids = [kid]
    #expect(kid.context[attachment: visits] == 1)
    let log = Log()
    let observation = root.context.recordChanges(at: .thisLine()) { _ in log.add("changed") }
    kid.context[attachment: visits] = 2
    #expect(log.take() == ["changed"])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func endsWithItsOwner() throws {
    let root = Kid(kids: [Kid()])
    let anchor = Anchor(root.context, at: .thisLine())
    weak var memory: Context?
    do {
      let kid = root.kids[0]
      kid.context[attachment: visits] = 1
      memory = kid.context.attachment(for: visits)
      root.kids = []
      #expect(memory?.currentPhase == .removed)
      let found = reports { kid.context[attachment: visits] = 2 }
      #expect(found.count == 1)
      #expect(found.first?.message.contains("statistics.visits") ?? false)
      _ = reports { #expect(kid.context[attachment: visits] == 1) }
    }
    #expect(memory == nil)
    withExtendedLifetime(anchor) {}
  }

  @Test func endsWithAnOwnerThatHasNoChildrenAndEndsWithItsParent() {
    let owner = Context(layout: Layout(name: "Number", slots: [.value("count", Int.self)]))
    owner.initialize(Slot<Int>(uncheckedIndex: 0), to: 0)
    let root = Kid(kids: [Kid(kids: [Kid(context: owner)])])
    let anchor = Anchor(root.context, at: .thisLine())
    owner[attachment: visits] = 1
    let memory = owner.attachment(for: visits)
    root.kids = []
    #expect(owner.currentPhase == .removed)
    #expect(memory.currentPhase == .removed)
    withExtendedLifetime(anchor) {}
  }

  @Test func anOwnerThatJoinsAgainBeginsWithoutIt() {
    let root = Kid()
    let anchor = Anchor(root.context, at: .thisLine())
    let layout = Layout(name: "Plain", slots: [.value("number", Int.self)])
    let kid = Kid(context: Context(layout: layout))
    kid.context.initialize(Slot<Int>(uncheckedIndex: 0), to: 0)
    root.kids = [kid]
    kid.context[attachment: visits] = 1
    root.kids = []
    root.kids = [kid]
    #expect(kid.context.isLive)
    #expect(kid.context[attachment: visits] == 0)
    kid.context[attachment: visits] = 2
    #expect(kid.context[attachment: visits] == 2)
    withExtendedLifetime(anchor) {}
  }

  @Test func frozenCopiesKeepTheValue() {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    kid.context[attachment: visits] = 1
    let copy = kid.context.frozenCopy()
    kid.context[attachment: visits] = 2
    #expect(copy[attachment: visits] == 1)
    #expect(reports { copy[attachment: visits] = 3 }.count == 1)
    #expect(copy[attachment: visits] == 1)
    withExtendedLifetime(anchor) {}
  }

  @Test func valuesOfAnotherTypeDiffer() throws {
    let areSame = try #require(visits.layout.attachment?.areSame)
    #expect(areSame(1, 1))
    #expect(!areSame(1, 2))
    #expect(!areSame(1, "1") && !areSame("1", 1))
  }

  @Test func replacedWorkOfTheOwnerWritesNone() async {
    let kid = Kid()
    let anchor = Anchor(kid.context, at: .thisLine())
    kid.context[attachment: visits] = 1
    kid.context.beginSupersession()
    // Made while the writes are rejected.
    kid.context[attachment: words] = ["two"]
    let write: @Sendable () async -> Void = {
      await Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        kid.context[attachment: visits] = 2
        kid.context[attachment: words] = []
      }
      .value
    }
    await ReportSink.withHandler({ _ in }, operation: write)
    #expect(kid.context[attachment: visits] == 1)
    #expect(kid.context[attachment: words] == ["two"])
    kid.context.endSupersession()
    await write()
    #expect(kid.context[attachment: visits] == 2)
    #expect(kid.context[attachment: words] == [])
    withExtendedLifetime(anchor) {}
  }

  @Test func aSubtreeWithoutContributionsIsNotTracked() {
    let votes = AggregatedKey<Int>(
      "votes",
      in: AttachmentFamily("results", isRecorded: false),
      declaration: nil,
      isEqual: { $0 == $1 }
    )
    let (silent, voter) = (Kid("silent"), Kid("voter", kids: [Kid()]))
    let root = Kid("root", kids: [silent, voter])
    let anchor = Anchor(root.context, at: .thisLine())
    voter.kids[0].context.contribute(1, to: votes)
    let log = Log()
    let tracker = Tracker(at: .thisLine()) { log.add("stale") }
    #expect(tracker.track { root.context.contributions(to: votes).count } == 1)
    silent.kids = [Kid()]
    #expect(log.take() == [])
    voter.kids.append(Kid())
    #expect(log.take() == ["stale"])
    withExtendedLifetime((anchor, tracker)) {}
  }
}
