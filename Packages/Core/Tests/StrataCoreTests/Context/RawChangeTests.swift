import StrataConcurrency
import Testing

@_spi(Strata) @testable import StrataCore

/// Changes of a slot by an owner that knows its type only at run time.
@Suite struct RawChangeTests {
  @Test func aChangeIsSeenAtItsEndAndHasOneHolder() throws {
    let gauge = Gauge()
    let text = try unsafe gauge.beginRawChange()
    #expect(gauge.context.isBeingChanged(slotAt: 1) && !gauge.context.isBeingChanged(slotAt: 0))
    #expect(gauge.context.isBeingChangedHere(slotAt: 1))
    #expect(!gauge.context.isBeingChangedHere(slotAt: 0))
    OtherThread { #expect(!gauge.context.isBeingChangedHere(slotAt: 1)) }.join()
    unsafe text.pointee += "b"
    #expect(gauge.context.endRawChange(ofSlotAt: 1))
    #expect(!gauge.context.isBeingChanged(slotAt: 1))
    #expect(gauge.text == "ab")
    gauge.text = "c"
    #expect(gauge.text == "c")
  }

  @Test func aChangeOfAnObservedValueBeginsWithItsType() {
    let gauge = Gauge()
    let observation = gauge.context.observe(Gauge.text) { _ in }
    #expect(unsafe gauge.context.beginRawChange(ofSlotAt: 1) == nil)
    observation.cancel()
    let recording = gauge.context.recordChanges(at: .thisLine()) { _ in }
    #expect(unsafe gauge.context.beginRawChange(ofSlotAt: 1) == nil)
    recording.cancel()
    #expect(!gauge.context.isBeingChanged(slotAt: 1))
  }

  @Test func aChangeThatIsObservedMeanwhileEndsWithItsType() throws {
    let gauge = Gauge()
    let log = Log()
    for isRecorded in [false, true] {
      let text = try unsafe gauge.beginRawChange()
      let observation =
        isRecorded
        ? gauge.context.recordChanges(at: .thisLine()) { log.add("recorded \($0.anyNewValue)") }
        : gauge.context.observe(Gauge.text) { log.add($0.newValue(as: Gauge.text)) }
      unsafe text.pointee += "b"
      #expect(!gauge.context.endRawChange(ofSlotAt: 1))
      #expect(gauge.context.isBeingChanged(slotAt: 1))
      unsafe gauge.context.checkIn(Gauge.text, text, isEqual: nil)
      observation.cancel()
    }
    #expect(log.all == ["ab", "recorded abb"])
    #expect(gauge.text == "abb")
  }

  @Test func memoryIsReadUnlessAChangeOwnsIt() {
    let gauge = Gauge()
    guard let memory = unsafe gauge.context.lockMemory(ofSlotAt: 1) else {
      Issue.record("nothing owns the value")
      return
    }
    let text = unsafe memory.assumingMemoryBound(to: String.self).pointee
    gauge.context.unlockMemory()
    #expect(text == "a")
    _ = unsafe gauge.context.beginRawChange(ofSlotAt: 1)
    #expect(unsafe gauge.context.lockMemory(ofSlotAt: 1) == nil)
    // The lock is free.
    #expect(gauge.count == 0)
    #expect(gauge.context.endRawChange(ofSlotAt: 1))
  }
}

/// Counts that are raised before what they count is published.
@Suite struct RaisedCountTests {
  @Test func aCountIsPublishedOnceWithoutTheLock() {
    let gauge = Gauge()
    var published: [UInt64] = []
    gauge.context.raise(Gauge.count) { published.append(gauge.count) }
    gauge.context.raise(Gauge.count) { published.append(gauge.count) }
    #expect(published == [1, 2])
  }

  @Test func observersAreNotifiedAfterThePublication() {
    let gauge = Gauge()
    let log = Log()
    let observation = gauge.context.observe(Gauge.count) { change in
      log.add("\(change.oldValue(as: Gauge.count) ?? 9) -> \(change.newValue(as: Gauge.count))")
    }
    gauge.context.raise(Gauge.count) { log.add("published \(gauge.count)") }
    #expect(log.take() == ["published 1", "0 -> 1"])
    gauge.count = 5
    #expect(log.take() == ["1 -> 5"])
    withExtendedLifetime(observation) {}
  }

  @Test func aRaiseByAnObserverIsDeliveredAfterItsRound() {
    let gauge = Gauge()
    let log = Log()
    let observations = [
      gauge.context.observe(Gauge.count) { _ in
        gauge.context.raise(Gauge.other) { log.add("published") }
        log.add("first")
      },
      gauge.context.observe(Gauge.other) { log.add("other \($0.newValue(as: Gauge.other))") },
    ]
    gauge.context.raise(Gauge.count) {}
    #expect(log.take() == ["published", "first", "other 1"])
    withExtendedLifetime(observations) {}
  }

  @Test func derivedValuesFollowACount() {
    let gauge = Gauge()
    let double = Derived(of: gauge.context, at: .thisLine()) { gauge.count * 2 }
    #expect(double.value == 0)
    var published = 0
    gauge.context.raise(Gauge.count) { published += 1 }
    #expect(double.value == 2)
    #expect(published == 1)
  }

  @Test func aCountThatHasLeftItsTreeIsPublishedAndNotRaised() {
    let gauge = Gauge()
    gauge.end()
    var published = 0
    let found = reports { gauge.context.raise(Gauge.count) { published += 1 } }
    #expect(published == 1)
    #expect(found.isEmpty)
    #expect(gauge.context.anyValue(at: 0) as? UInt64 == 0)
  }
}

/// A context with two counts and a text, in a tree of its own.
private final class Gauge: Sendable {
  static let count = Slot<UInt64>(uncheckedIndex: 0)
  static let text = Slot<String>(uncheckedIndex: 1)
  static let other = Slot<UInt64>(uncheckedIndex: 2)
  private static let layout = Layout(
    name: "Gauge",
    slots: [
      .value("count", UInt64.self), .value("text", String.self), .value("other", UInt64.self),
    ]
  )

  let context = Context(layout: layout)
  private let anchor: Locked<Anchor?>

  init() {
    context.initialize(Self.count, to: 0)
    context.initialize(Self.text, to: "a")
    context.initialize(Self.other, to: 0)
    anchor = Locked(Anchor(context), rank: .leaf)
  }

  /// A change of the text that has begun without its type.
  func beginRawChange() throws -> UnsafeMutablePointer<String> {
    let memory = unsafe context.beginRawChange(ofSlotAt: 1)
    guard let memory = unsafe memory else { throw NotBegun() }
    return unsafe memory.assumingMemoryBound(to: String.self)
  }

  private struct NotBegun: Error {}

  /// Ends the tree.
  func end() {
    let former = anchor.withLock { $0.take() }
    withExtendedLifetime(former) {}
  }

  var count: UInt64 {
    get { context[Self.count] }
    set { context[Self.count] = newValue }
  }
  var text: String {
    get { context[Self.text] }
    set { context[Self.text] = newValue }
  }
}
