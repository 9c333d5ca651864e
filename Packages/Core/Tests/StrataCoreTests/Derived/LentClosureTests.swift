import Observation
import StrataConcurrency
import Testing

@_spi(Strata) @testable import StrataCore

/// Derived values whose readers provide the closure.
@Suite struct LentClosureTests {
  private let kid = Kid("a", count: 0)
  private let anchor: Anchor
  private let lent: Derived<Int, Never>

  init() {
    anchor = Anchor(kid.context)
    lent = Derived(of: kid.context, at: .thisLine(), areEqual: { $0 == $1 })
  }

  @Test func aMemoThatWasReadInThePastAloneHasNoValueYet() {
    let place = PlaceKey(fileID: #fileID, line: #line, column: #column)
    let log = Log()
    let recording = kid.context.recordChanges(at: .thisLine()) { _ in }
    let past = Locked<[PastValue]>([], rank: .leaf)
    let observation = kid.context.observe(Item.count) { change in
      let value = change.pastValue
      past.withLock { $0.append(value) }
    }
    kid.count = 1
    kid.count = 2
    let read = { [kid] () -> Int in
      if let value = kid.context.keptValue(at: place, as: Int.self) { return value }
      let memo = kid.context.memo(at: place) {
        Derived<Int, Never>(of: kid.context, at: .thisLine(), areEqual: nil)
      }
      log.add("computed")
      return memo?.outcome(isKept: true) { .success(kid.count * 10) }.get() ?? -1
    }
    let first = past.withLock { $0[0] }
    #expect(kid.context.reading([first], read) == 10)
    #expect([read(), read()] == [20, 20])
    #expect(log.all == ["computed", "computed"])
    withExtendedLifetime((recording, observation)) {}
  }

  @Test func whatAThreadComputesForItselfIsHiddenFromSwiftsObservation() {
    let (log, open, over) = (Log(), Gate(), Gate())
    let read = { @Sendable [kid, lent] in
      lent.observedValue(isKept: true) {
        ObservationBridge.access(kid.context, Item.name.index)
        return kid.count * 0 + kid.name.count
      }
    }
    let other = OtherThread { [kid] in
      kid.context.transaction {
        kid.count = 1
        // First computed here, so other threads compute it for themselves.
        #expect(read() == 1)
        open.open()
        over.wait()
      }
    }
    open.wait()
    withObservationTracking {
      #expect(read() == 1)
    } onChange: {
      log.add("changed")
    }
    // The value stays the same.
    kid.name = "b"
    #expect(log.all == [])
    over.open()
    other.join()
  }

  private final class Token: Sendable {}

  @Test func anObserverThatEndsWhileItsValueIsCheckedLeavesNoClosure() {
    let ending = Locked<Tracker?>(nil, rank: .leaf)
    // The observer ends while the value is checked, which turns out to be valid.
    let parity = Derived(of: kid.context, at: .thisLine()) { [kid] in
      let count = kid.count
      if count > 0 { ending.withLock { $0.take() }?.cancel() }
      return count % 2
    }
    weak var released: Token?
    do {
      let token = Token()
      released = token
      let tracker = Tracker(at: .thisLine()) {}
      ending.withLock { $0 = tracker }
      let value = tracker.track {
        lent.outcome(isKept: false) {
          withExtendedLifetime(token) { .success(parity.value) }
        }
        .get()
      }
      #expect(value == 0)
    }
    #expect(released != nil)
    kid.count = 2
    #expect(ending.withLock { $0 == nil })
    #expect(released == nil)
    kid.count = 3
    #expect(lent.outcome(isKept: false) { .success(parity.value) }.get() == 1)
  }
}
