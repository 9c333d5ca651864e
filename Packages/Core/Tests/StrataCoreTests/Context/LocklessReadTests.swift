import StrataConcurrency
import Synchronization
import Testing

@testable import StrataCore

/// Reads without the tree's lock.
@Suite struct LocklessReadTests {
  private enum Side: Sendable { case left, right }

  private static let layout = Layout(
    name: "Words",
    slots: [
      .value("flag", Bool.self), .value("short", Int16.self), .value("ratio", Float.self),
      .value("number", Int.self), .value("side", Side.self), .value("odd", Int?.self),
      .value("text", String.self),
    ]
  )
  private let flag = layout.slot(0, as: Bool.self)
  private let short = layout.slot(1, as: Int16.self)
  private let ratio = layout.slot(2, as: Float.self)
  private let number = layout.slot(3, as: Int.self)
  private let side = layout.slot(4, as: Side.self)
  private let odd = layout.slot(5, as: Int?.self)
  private let text = layout.slot(6, as: String.self)

  private func makeContext() -> Context {
    let context = Context(layout: Self.layout)
    context.initialize(flag, to: false)
    context.initialize(short, to: 1)
    context.initialize(ratio, to: 1)
    context.initialize(number, to: 1)
    context.initialize(side, to: .left)
    context.initialize(odd, to: 1)
    context.initialize(text, to: "a")
    return context
  }

  @Test func valuesOfEverySizeAreReadAsTheyWereWritten() {
    let context = makeContext()
    for anchor in [nil, Anchor(context)] {
      context[flag] = true
      context[short] = -7
      context[ratio] = 0.5
      context[number] = .min
      context[side] = .right
      context[odd] = nil
      context[text] = "b"
      #expect(context[flag] && context[short] == -7 && context[ratio] == 0.5)
      #expect(context[number] == .min && context[side] == .right)
      #expect(context[odd] == nil && context[text] == "b")
      context[short] += 6
      context[ratio] *= 4
      context[number] += 1
      context[flag].toggle()
      #expect(!context[flag] && context[short] == -1 && context[ratio] == 2)
      #expect(context[number] == .min + 1)
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func aPlainWordIsReadWhileAnotherThreadHasTheLock() async {
    // In a process of its own, because a tracking scope of another test would make the read wait forever.
    await #expect(processExitsWith: .success) {
      let kid = Kid(count: 1)
      let anchor = Anchor(kid.context)
      kid.count += 1
      let lock = kid.context.lock()
      let other = OtherThread { precondition(kid.count == 2) }
      other.join()
      lock.unlock()
      withExtendedLifetime(anchor) {}
    }
  }

  @Test func whatATransactionWritesIsNotSeenWithoutTheLock() {
    let context = makeContext()
    let anchor = Anchor(context)
    context.transaction {
      context[number] = 2
      #expect(context[number] == 2)
      #expect(context.readWithoutLock(number) == nil)
      let other = OtherThread { #expect(context[number] == 1) }
      other.join()
      context[number] = 3
    }
    let other = OtherThread { #expect(context[number] == 3) }
    other.join()
    withExtendedLifetime(anchor) {}
  }

  @Test func aSlotWithoutAValueIsNotReadWithoutTheLock() {
    let context = Context(layout: Self.layout)
    #expect(context.readWithoutLock(number) == nil)
    #expect(context.readWithoutLock(odd) == nil)
    context.initialize(number, to: 5)
    #expect(context.readWithoutLock(number) == 5)
  }

  @Test func aSlotThatIsBeingChangedIsNotReadWithoutTheLock() {
    let context = makeContext()
    let anchor = Anchor(context)
    func change(_ value: inout Int) {
      #expect(context.readWithoutLock(number) == nil)
      value = 7
      #expect(context.readWithoutLock(short) == 1)
    }
    change(&context[number])
    #expect(context.readWithoutLock(number) == 7)
    withExtendedLifetime(anchor) {}
  }

  @Test func aReadThatATransactionOvertakesIsMadeAgain() {
    let context = makeContext()
    let anchor = Anchor(context)
    let before = unsafe context.storeCount.pointee.load(ordering: .relaxed)
    context[number] = 2
    context[number] += 1
    #expect(unsafe context.storeCount.pointee.load(ordering: .relaxed) == before)
    context.transaction {
      context[number] = 4
      context[number] = 5
      context[short] += 1
    }
    #expect(unsafe context.storeCount.pointee.load(ordering: .relaxed) == before + 4)
    withExtendedLifetime(anchor) {}
  }

  @Test func readersNeverSeeTheMiddleOfATransaction() {
    let context = makeContext()
    let anchor = Anchor(context)
    context[number] = 0
    context[odd] = 0
    let wrong = Counter()
    let steps = race { step in
      context.transaction {
        context[number] += 1
        context[odd] = step
        context[number] += 1
      }
      context[number] += 2
    } read: {
      if context[number] % 2 != 0 { wrong.add() }
    }
    #expect(wrong.count == 0, "a thread has seen the middle of a transaction")
    #expect(context[number] == 4 * steps)
    withExtendedLifetime(anchor) {}
  }

  @Test func valuesInPiecesAreReadWhole() {
    struct Quad: Equatable, Sendable {
      var a = 0, b = 0, c: Int32 = 0, d: Int16 = 0, e: Int8 = 0
      var isWhole: Bool { a == b && b == Int(c) && Int16(truncatingIfNeeded: a) == d }
    }
    let layout = Layout(name: "Quads", slots: [.value("quad", Quad.self)])
    let quad = layout.slot(0, as: Quad.self)
    let context = Context(layout: layout)
    context.initialize(quad, to: Quad())
    let anchor = Anchor(context)
    let wrong = Counter()
    let steps = race { step in
      let (short, byte) = (Int16(truncatingIfNeeded: step), Int8(truncatingIfNeeded: step))
      let word = Int32(truncatingIfNeeded: step)
      context[quad] = Quad(a: Int(word), b: Int(word), c: word, d: short, e: byte)
    } read: {
      if !context[quad].isWhole { wrong.add() }
    }
    #expect(wrong.count == 0, "a value was read while it was stored")
    #expect(context[quad].e == Int8(truncatingIfNeeded: steps - 1))
    withExtendedLifetime(anchor) {}
  }

  @Test func aWriteInPiecesIsCountedBeforeAndAfter() {
    let context = makeContext()
    let anchor = Anchor(context)
    let before = unsafe context.storeCount.pointee.load(ordering: .relaxed)
    context[odd] = 2
    #expect(unsafe context.storeCount.pointee.load(ordering: .relaxed) == before + 2)
    // As in the middle of such a write. A word is whole at any time.
    context.countStores(1)
    #expect(context.readWithoutLock(odd) == nil)
    #expect(context.readWithoutLock(number) == 1)
    context.countStores(1)
    #expect(context.readWithoutLock(odd) == .some(2))
    withExtendedLifetime(anchor) {}
  }

  /// Writes on one thread for as long as two others read, which all begin together.
  ///
  /// - Returns: The number of writes.
  private func race(
    write: @escaping @Sendable (Int) -> Void,
    read: @escaping @Sendable () -> Void
  ) -> Int {
    let (ready, finished, steps) = (Counter(), Counter(), Counter())
    onThreads(3) { thread in
      ready.add()
      waitUntil { ready.count == 3 }
      if thread > 0 {
        for _ in 0..<20_000 { read() }
        return finished.add()
      }
      while finished.count < 2 {
        write(steps.count)
        steps.add()
      }
    }
    return steps.count
  }

  @Test func whoSeesALaterWriteSeesTheEarlierOnes() {
    let context = makeContext()
    let anchor = Anchor(context)
    context[number] = 0
    context[short] = 0
    onThreads(2) { thread in
      for step in 1...3_000 {
        if thread == 0 {
          context[number] = step
          context[short] = Int16(step)
        } else {
          let late = Int(context[short])
          if context[number] < late { Issue.record("a later write was seen before an earlier one") }
        }
      }
    }
    withExtendedLifetime(anchor) {}
  }

  @Test func aReadInATrackingScopeIsTracked() {
    let context = makeContext()
    let anchor = Anchor(context)
    let log = Log()
    let tracker = Tracker { log.add("changed") }
    #expect(tracker.track { context[number] } == 1)
    #expect(withoutTracking { context[short] } == 1)
    context[short] = 3
    #expect(log.all == [])
    context[number] = 3
    #expect(log.all == ["changed"])
    withExtendedLifetime((anchor, tracker)) {}
  }

  @Test func aReadAfterTheEndIsReported() {
    let context = makeContext()
    do { _ = Anchor(context) }
    let found = reports { #expect(context[number] == 1) }
    #expect(found.map(\.message).count == 1)
  }
}
