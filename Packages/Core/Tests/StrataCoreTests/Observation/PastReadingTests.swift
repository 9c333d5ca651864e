import StrataConcurrency
@_spi(Strata) import StrataCore
import Testing

/// Reads of past values of properties.
@Suite struct PastReadingTests {
  private func recording(_ root: Kid) -> (Subscription, Locked<[PastValue]>) {
    let past = Locked<[PastValue]>([], rank: .leaf)
    let recording = root.context.recordChanges(at: .thisLine()) { change in
      let value = change.pastValue
      past.withLock { $0.append(value) }
    }
    return (recording, past)
  }

  @Test func readsGiveTheValuesOfThen() {
    let kid = Kid("a", count: 3)
    let root = Kid("root", kids: [kid])
    let anchor = Anchor(root.context)
    let (recording, past) = recording(root)
    kid.count = 4
    kid.count = 5
    root.name = "stem"
    let values = past.withLock { $0 }
    #expect(values.map { "\($0.value)" } == ["4", "5", "stem"])
    root.context.reading([values[0]]) {
      #expect(kid.count == 4)
      #expect(root.name == "stem")
    }
    #expect(kid.count == 5)
    kid.count = 6
    #expect(kid.count == 6)
    #expect(past.withLock { $0 }.count == 4)
    recording.cancel()
    withExtendedLifetime(anchor) {}
  }

  @Test func readsAreTrackedAndNobodyIsTold() {
    let root = Kid("root", count: 1)
    let anchor = Anchor(root.context)
    let (recording, past) = recording(root)
    root.count = 2
    root.count = 3
    let reads = ReadRecording()
    let value = root.context.reading([past.withLock { $0 }[0]]) {
      reads.record { root.count }
    }
    #expect(value == 2)
    #expect(reads.reads.count == 1)
    #expect(past.withLock { $0 }.count == 2)
    recording.cancel()
    withExtendedLifetime(anchor) {}
  }

  @Test func childrenAreReadAsTheyWereToo() {
    let root = Kid("root")
    let anchor = Anchor(root.context)
    let (recording, past) = recording(root)
    root.kids = [Kid("a")]
    root.kids.append(Kid("b"))
    let first = past.withLock { $0 }[0]
    #expect(root.context.reading([first]) { root.kids.map(\.name) } == ["a"])
    #expect(root.kids.map(\.name) == ["a", "b"])
    recording.cancel()
    withExtendedLifetime(anchor) {}
  }

  @Test func inATransactionTheValuesAreThoseOfNow() {
    let root = Kid("root", count: 1)
    let anchor = Anchor(root.context)
    let (recording, past) = recording(root)
    root.count = 2
    root.count = 3
    let value = root.context.transaction {
      root.context.reading([past.withLock { $0 }[0]]) { root.count }
    }
    #expect(value == 3)
    recording.cancel()
    withExtendedLifetime(anchor) {}
  }

  @Test func whatAChangeReplacedCanBeReadAgain() {
    let root = Kid("root", count: 1)
    let anchor = Anchor(root.context)
    let prior = Locked<[PastValue]>([], rank: .leaf)
    let recording = root.context.recordChanges(at: .thisLine()) { change in
      let value = change.priorValue
      prior.withLock { $0 += value.map { [$0] } ?? [] }
    }
    root.count = 2
    root.name = "stem"
    let values = prior.withLock { $0 }
    #expect(values.map { "\($0.value)" } == ["1", "root"])
    root.context.reading(values) {
      #expect(root.count == 1)
      #expect(root.name == "root")
    }
    #expect(root.count == 2 && root.name == "stem")
    recording.cancel()
    withExtendedLifetime(anchor) {}
  }

  /// Calls a closure when it is released.
  private final class AtEnd: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { body() }
  }

  @Test func whatAContextThatLeavesMeanwhileHadIsReleasedWithoutTheLock() {
    let kid = Kid("kid")
    let root = Kid("root", kids: [kid])
    let anchor = Anchor(root.context)
    let (recording, past) = recording(root)
    kid.action = {}
    recording.cancel()
    let log = Log()
    do {
      let atEnd = AtEnd { log.add("released by \(root.name)") }
      kid.action = { withExtendedLifetime(atEnd) {} }
    }
    root.context.reading(past.withLock { $0 }) {
      root.kids = []
      #expect(log.all == [])
    }
    #expect(log.all == ["released by root"])
    withExtendedLifetime((anchor, kid)) {}
  }
}
