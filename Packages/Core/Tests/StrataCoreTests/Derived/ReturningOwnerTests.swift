import StrataConcurrency
import Testing

@testable import StrataCore

/// Derived values of a context that leaves its tree, and returns or joins another one.
@Suite struct ReturningOwnerTests {
  /// A kind without functions and children, so that its contexts can always return.
  private static let layout = Layout(name: "Number", slots: [.value("count", Int.self)])

  private let root: Kid
  private let number: Kid
  private let anchor: Anchor
  private let runs = Counter()

  init() {
    number = Kid(context: Context(layout: Self.layout))
    number.context.initialize(Item.count, to: 1)
    root = Kid("root", count: 1, kids: [number])
    anchor = Anchor(root.context)
  }

  private func leaveAndReturn() {
    root.kids = []
    root.kids = [number]
    #expect(number.context.isLive)
  }

  @Test func aValueIsCachedAgainWhenItsOwnerHasReturned() {
    let double = Derived(of: number.context, at: .thisLine()) { [number, runs] () -> Int in
      runs.add()
      return number.count * 2
    }
    #expect(double.value == 2)
    leaveAndReturn()
    for _ in 0..<2 { #expect(double.value == 2) }
    #expect(runs.count == 2)
    number.count = 3
    #expect(double.value == 6)
  }

  @Test(arguments: [false, true])
  func soIsOneWhoseReadersProvideTheClosure(isKept: Bool) {
    let double = Derived<Int, Never>(of: number.context, at: .thisLine(), areEqual: nil)
    let read = { [number, runs] in
      double.outcome(isKept: isKept) {
        runs.add()
        return .success(number.count * 2)
      }
      .get()
    }
    #expect(read() == 2)
    leaveAndReturn()
    for _ in 0..<2 { #expect(read() == 2) }
    #expect(runs.count == 2)
    number.count = 3
    #expect(read() == 6)
  }

  @Test func aTransactionThatHasWrittenNoSourceReadsTheCachedValue() {
    let double = Derived<Int, Never>(of: number.context, at: .thisLine(), areEqual: nil)
    let read = { [number, runs] in
      double.outcome(isKept: true) {
        runs.add()
        return .success(number.count * 2)
      }
      .get()
    }
    #expect(read() == 2)
    root.context.transaction {
      root.name = "other"
      #expect(read() == 2)
      #expect(runs.count == 1)
      number.count = 2
      #expect(read() == 4)
    }
    #expect(read() == 4)
    #expect(runs.count == 2)
  }

  @Test func thereIsNothingToObserveOfAContextInNoTree() {
    let alone = Kid(count: 1)
    let log = Log()
    let double = Derived(of: alone.context, at: .thisLine()) { alone.count * 2 }
    let observation = double.observe(at: .thisLine()) { log.add("\($0)") }
    alone.count = 2
    #expect(double.value == 4)
    let anchor = Anchor(alone.context)
    alone.count = 3
    #expect(double.value == 6)
    observation.cancel()
    #expect(log.all == [])
    withExtendedLifetime(anchor) {}
  }

  /// The values that an attachment's owner had attached begin anew there.
  @Test func anObserverOfAnAttachmentIsNotifiedWhenTheOwnerJoinsAnotherTree() {
    let visits = AttachmentKey("visits", in: AttachmentFamily("statistics"), initial: 0)
    let far = Kid("far")
    let farAnchor = Anchor(far.context)
    number.context[attachment: visits] = 2
    let double = Derived(of: root.context, at: .thisLine()) { [number] in
      number.context[attachment: visits] * 2
    }
    let log = Log()
    let observation = double.observe(at: .thisLine()) { log.add("\($0)") }
    _ = reports { root.kids = [] }
    far.kids = [number]
    #expect(number.context.isLive)
    #expect(log.all == ["0"])
    withExtendedLifetime((farAnchor, observation)) {}
  }

  /// A tracker or a derived value finds an attachment, and its owner returns before it is read.
  @Test(arguments: [false, true])
  func aReadOfAReplacedAttachmentReadsTheOneInItsPlace(isDerived: Bool) {
    let visits = AttachmentKey("visits", in: AttachmentFamily("statistics"), initial: 0)
    number.context[attachment: visits] = 2
    let isFirst = Locked(true, rank: .leaf)
    let read = { @Sendable [self] in
      number.context.readObserved(visits.slot) {
        let found = number.context.attachment(for: visits)
        let isFirst = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        if isFirst { OtherThread { leaveAndReturn() }.join() }
        return found
      }
    }
    let value = Derived(of: root.context, at: .thisLine()) { read() ?? -1 }
    let log = Log()
    let tracker = Tracker { log.add("notified") }
    let first = reports { tracker.track { _ = isDerived ? value.value : read() ?? -1 } }
    #expect(first.count <= 1)
    _ = log.take()
    number.context[attachment: visits] = 5
    #expect(log.take() == ["notified"])
    #expect(value.value == 5)
    withExtendedLifetime(tracker) {}
  }

  @Test func anObserverWhoseOwnerJoinsAnotherTreeBeforeItsTurnIsNotCalled() {
    let far = Kid("far")
    let farAnchor = Anchor(far.context)
    let (log, moved, mayEnd) = (Log(), Gate(), Gate())
    number.context.work.onCancel { [number] in
      far.kids = [number]
      moved.open()
      mayEnd.wait()
    }
    let remover = Locked<OtherThread?>(nil, rank: .leaf)
    let first = root.context.observe(Item.count) { [root] _ in
      let thread = OtherThread { root.kids = [] }
      remover.withLock { $0 = thread }
      // The context is in the other tree, and its former work has not ended.
      moved.wait()
    }
    let double = Derived(of: number.context, at: .thisLine()) { [root] in root.count * 2 }
    let second = double.observe(at: .thisLine()) { log.add("\($0)") }
    root.count = 2
    #expect(root.count == 2)
    mayEnd.open()
    remover.withLock { $0 }?.join()
    first.cancel()
    root.count = 3
    #expect(number.context.isLive && far.kids.count == 1)
    #expect(double.value == 6)
    #expect(log.all == [])
    withExtendedLifetime((farAnchor, second)) {}
  }
}
