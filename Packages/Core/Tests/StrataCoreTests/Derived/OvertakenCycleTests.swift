import StrataConcurrency
import Testing

@testable import StrataCore

/// Derived values that read one another in a cycle only if their reads are no consistent snapshot.
@Suite struct OvertakenCycleTests {
  /// A derived value that can be read before it is made.
  private final class Later: Sendable {
    private let derived = Locked<Derived<Int, Never>?>(nil, rank: .leaf)
    var value: Int { derived.withLock { $0 }?.value ?? 0 }
    func set(_ value: Derived<Int, Never>) { derived.withLock { $0 = value } }
  }

  /// Two values; the count decides whether one reads the other, and in which direction.
  private struct Roundabout: Sendable {
    let kid = Kid(count: 0)
    let anchor: Anchor
    let one: Derived<Int, Never>
    let two: Derived<Int, Never>

    init(_ pause: @escaping @Sendable () -> Void = {}) {
      let (kid, one) = (kid, Later())
      anchor = Anchor(kid.context)
      let two = Derived(of: kid.context, at: .thisLine()) { () -> Int in
        guard kid.count % 2 == 0 else { return 10 }
        pause()
        return one.value + 1
      }
      self.one = Derived(of: kid.context, at: .thisLine()) {
        kid.count % 2 == 0 ? 20 : two.value + 1
      }
      self.two = two
      one.set(self.one)
    }

    /// Whether a thread waits until another has computed the second value.
    var isTwoAwaited: Bool {
      kid.context.tree.lock.withLock { two.knownNode?.waiters.isEmpty == false }
    }
  }

  /// Makes two threads need each other's computation. The run of the second value sees the even count. The first value
  /// then reads the second at an odd count.
  private func meet(_ even: Int, readsBefore: Bool) -> (one: Int, two: Int) {
    let (begun, goesOn) = (Gate(), Gate())
    let pauses = Locked(readsBefore ? 1 : 0, rank: .leaf)
    let graph = Roundabout {
      let isHere = pauses.withLock { left in
        left -= 1
        return left == -1
      }
      guard isHere else { return }
      begun.open()
      goesOn.wait()
    }
    if readsBefore { #expect(graph.two.value == 21) }
    graph.kid.count = even
    let (one, two) = (Locked(0, rank: .leaf), Locked(0, rank: .leaf))
    let second = OtherThread {
      let value = graph.two.value
      two.withLock { $0 = value }
    }
    begun.wait()
    graph.kid.count = even + 1
    let first = OtherThread {
      let value = graph.one.value
      one.withLock { $0 = value }
    }
    waitUntil { graph.isTwoAwaited }
    goesOn.open()
    first.join()
    second.join()
    withExtendedLifetime(graph.anchor) {}
    return (one.withLock { $0 }, two.withLock { $0 })
  }

  @Test func aRunThatIsOvertakenOnTheWayToItselfIsNoCycle() {
    #expect(meet(0, readsBefore: false) == (11, 10))
  }

  @Test func norIsItWhereThereIsAValueFromBefore() {
    #expect(meet(2, readsBefore: true) == (11, 10))
  }

  /// The counts at which a thread waits, one after the other.
  private final class Stops: Sendable {
    private let left: Locked<[Int]>
    private let gates: [Int: (begun: Gate, goesOn: Gate)]

    init(at counts: [Int]) {
      left = Locked(counts, rank: .leaf)
      gates = Dictionary(uniqueKeysWithValues: counts.map { ($0, (Gate(), Gate())) })
    }

    /// Waits if the count is that of the next stop.
    func pass(_ count: Int) {
      guard left.withLock({ $0.first }) == count, let gate = gates[count] else { return }
      gate.begun.open()
      gate.goesOn.wait()
      left.withLock { _ = $0.removeFirst() }
    }

    /// Does something while the thread waits at a stop.
    func at(_ count: Int, _ body: () -> Void) {
      gates[count]?.begun.wait()
      body()
      gates[count]?.goesOn.open()
    }
  }

  @Test func norIsItWhereWritesToAnotherTreeOvertakeWhatAThreadComputesForItself() {
    let (near, far) = (Kid(count: 0), Kid(count: 0))
    let anchors = [Anchor(near.context), Anchor(far.context)]
    let (stops, later) = (Stops(at: [2, 3, 4]), Later())
    let two = Derived(of: near.context, at: .thisLine()) { () -> Int in
      let count = far.count
      guard count % 2 == 0 else { return 10 }
      stops.pass(count)
      return later.value + 1
    }
    let one = Derived(of: near.context, at: .thisLine()) { () -> Int in
      let count = far.count
      guard count % 2 == 1 else { return 20 }
      stops.pass(count)
      return two.value + 1
    }
    later.set(one)
    #expect(two.value == 21)
    far.count = 2
    let notes = Log()
    let read: @Sendable (String, Derived<Int, Never>) -> OtherThread = { name, derived in
      OtherThread {
        let found = reports { notes.add("\(name) \(derived.value)") }
        for report in found { notes.add(report.message) }
      }
    }
    let second = read("two", two)
    let first = Locked<OtherThread?>(nil, rank: .leaf)
    stops.at(2) {
      far.count = 3
      let reader = read("one", one)
      first.withLock { $0 = reader }
      waitUntil { near.context.tree.lock.withLock { two.knownNode?.waiters.isEmpty == false } }
    }
    stops.at(3) { far.count = 4 }
    stops.at(4) { far.count = 5 }
    second.join()
    first.withLock { $0 }?.join()
    #expect(notes.all.sorted() == ["one 11", "two 10"])
    withExtendedLifetime(anchors) {}
  }

  @Test func threadsThatMeetSeeValuesOfOneMoment() {
    let faults = Log()
    for _ in 0..<300 {
      let graph = Roundabout()
      onThreads(3) { thread in
        let found = reports {
          for step in 1...20 {
            switch thread {
            case 0: graph.kid.count = step
            case 1: if ![11, 20].contains(graph.one.value) { faults.add("one") }
            default: if ![10, 21].contains(graph.two.value) { faults.add("two") }
            }
          }
        }
        for report in found { faults.add(report.message) }
      }
      #expect([graph.one.value, graph.two.value] == [20, 21])
      withExtendedLifetime(graph.anchor) {}
    }
    #expect(faults.all == [])
  }

  @Test func oneThatReadsItselfAtEachMomentIsReportedWhenItIsOvertakenToo() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let (begun, goesOn, later) = (Gate(), Gate(), Later())
    let one = Derived(of: kid.context, at: .thisLine()) { () -> Int in
      let count = kid.count
      guard count > 0 else { return 5 }
      if count == 1 {
        begun.open()
        goesOn.wait()
      }
      return later.value + 1
    }
    let two = Derived(of: kid.context, at: .thisLine()) { one.value + 1 }
    later.set(two)
    #expect(two.value == 6)
    kid.count = 1
    let found = Locked<[Report]>([], rank: .leaf)
    let reader = OtherThread {
      let reports = reports { _ = one.value }
      found.withLock { $0 = reports }
    }
    begun.wait()
    kid.count = 2
    goesOn.open()
    reader.join()
    let messages = found.withLock { $0 }.map(\.message)
    #expect(!messages.isEmpty)
    #expect(messages.allSatisfy { $0.contains("which reads the first") }, "\(messages)")
    kid.count = 0
    #expect([one.value, two.value] == [5, 6])
    withExtendedLifetime(anchor) {}
  }
  @Test func norIsItWhereAValueOfAnotherTreeIsOvertaken() {
    let (near, far) = (Kid(count: 0), Kid(count: 0))
    let anchors = [Anchor(near.context), Anchor(far.context)]
    let (later, steps) = (Later(), Locked([2: 3, 3: 5], rank: .leaf))
    // Another thread writes once after the count was read.
    let overtake: @Sendable (Int) -> Void = { count in
      guard let next = steps.withLock({ $0.removeValue(forKey: count) }) else { return }
      OtherThread { near.count = next }.join()
    }
    let two = Derived(of: near.context, at: .thisLine()) { () -> Int in
      let count = near.count
      guard count % 2 == 0 else { return 10 }
      overtake(count)
      return later.value + 1
    }
    later.set(
      Derived(of: far.context, at: .thisLine()) {
        let count = near.count
        guard count % 2 == 1 else { return 20 }
        overtake(count)
        return two.value + 1
      }
    )
    #expect(two.value == 21)
    near.count = 2
    let found = reports { #expect(two.value == 10) }
    #expect(found.map(\.message) == [])
    #expect(steps.withLock { $0.isEmpty })
    #expect([later.value, two.value] == [11, 10])
    withExtendedLifetime(anchors) {}
  }

  /// With a change log, writes take another way to those who depend on them.
  @Test(arguments: [false, true])
  func aRunThatReadsItselfEachTimeItIsOvertakenIsReportedInTheEnd(isLogged: Bool) {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let changeLog = isLogged ? kid.context.openChangeLog(keepsValues: true) { _ in } : nil
    let later = Later()
    let isFirst = Locked(true, rank: .leaf)
    let inner = Log()
    let one = Derived(of: kid.context, at: .thisLine()) { () -> Int in
      let count = kid.count
      guard count > 0, isFirst.withLock({ $0.exchanged(for: false) }) else { return count }
      for step in 2...200 {
        OtherThread { kid.count = step }.join()
        // Untracked, so the depth of the recursion is unknown.
        inner.add("\(withoutTracking { later.value })")
      }
      return count
    }
    later.set(Derived(of: kid.context, at: .thisLine()) { one.value + 1 })
    #expect(later.value == 1)
    kid.count = 1
    let found = reports { #expect(one.value == 200) }
    #expect(inner.all.count == 199)
    #expect(inner.all.first == "3")
    #expect(!found.isEmpty && found.count < 199)
    #expect(found.allSatisfy { $0.message.contains("reads that are not tracked") })
    withExtendedLifetime((anchor, changeLog)) {}
  }
}

extension Bool {
  /// Replaces the value, and returns the former one.
  fileprivate mutating func exchanged(for other: Bool) -> Bool {
    defer { self = other }
    return self
  }
}
