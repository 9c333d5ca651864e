import StrataConcurrency
import StrataCore
import Testing

@Suite struct InPlaceTests {
  struct Failure: Error {}

  @Test func otherPropertiesStayReachableFromTheSameThread() {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    change(&kid.list) { list in
      kid.count += 1
      kid.name = "b"
      list.append(kid.count)
    }
    #expect(kid.list == [1])
    #expect(kid.name == "b")
    withExtendedLifetime(anchor) {}
  }

  @Test func plainBytesStayReadableWhileTheyAreChanged() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    change(&kid.count) { count in
      count = 2
      #expect(kid.count == 1)
      let other = OtherThread { #expect(kid.count == 1) }
      other.join()
    }
    #expect(kid.count == 2)
    withExtendedLifetime(anchor) {}
  }

  @Test func anotherThreadWaitsForAValueThatIsBeingChanged() {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    let reader = Locked<OtherThread?>(nil, rank: .leaf)
    let log = Log()
    change(&kid.list) { list in
      list.append(1)
      let gate = Gate()
      let thread = OtherThread {
        gate.open()
        log.add("\(kid.list)")
      }
      reader.withLock { $0 = thread }
      gate.wait()
      #expect(kid.name == "a")
      log.add("changed")
      list.append(2)
    }
    reader.withLock { $0 }?.join()
    #expect(log.all == ["changed", "[1, 2]"])
    withExtendedLifetime(anchor) {}
  }

  @Test func anotherThreadsWriteWaitsAndIsNotLost() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let writer = Locked<OtherThread?>(nil, rank: .leaf)
    change(&kid.count) { count in
      let gate = Gate()
      let thread = OtherThread {
        gate.open()
        kid.count += 10
      }
      writer.withLock { $0 = thread }
      gate.wait()
      count += 1
    }
    writer.withLock { $0 }?.join()
    #expect(kid.count == 12)
    withExtendedLifetime(anchor) {}
  }

  @Test func aThrowLeavesNothingLockedAndKeepsWhatWasDone() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    #expect(throws: Failure.self) {
      try change(&kid.list) { list in
        list.append(1)
        throw Failure()
      }
    }
    #expect(throws: Failure.self) {
      try change(&kid.count) { count in
        count = 5
        throw Failure()
      }
    }
    #expect(throws: Failure.self) {
      try change(&kid.kids) { kids in
        kids.append(Kid("k"))
        throw Failure()
      }
    }
    let other = OtherThread {
      #expect(kid.list == [1])
      #expect(kid.count == 5)
      kid.list.append(2)
    }
    other.join()
    #expect(kid.list == [1, 2])
    #expect(kid.kids.first?.context.isLive == true)
    withExtendedLifetime(anchor) {}
  }

  @Test func noUpdateIsLostBetweenThreads() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    onThreads(4) { _ in
      for _ in 0..<2_000 {
        kid.count += 1
        kid.list.append(1)
      }
    }
    #expect(kid.count == 8_000)
    #expect(kid.list.count == 8_000)
    withExtendedLifetime(anchor) {}
  }

  @Test func overlappingAccessesOfOneThreadEndTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let kid = Kid()
      change(&kid.list) { list in list.append(kid.list.count) }
    }
    expectOutput(
      result?.standardErrorContent,
      contains: """
        Overlapping accesses: this thread is changing Item.list in place and tries to read the \
        same property before the change has ended. Copy what you need into a local before the \
        change, or do both in one closure.
        """
    )
  }

  @Test func overlappingWritesOfPlainBytesEndTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let kid = Kid()
      change(&kid.count) { _ in kid.count = 2 }
    }
    expectOutput(
      result?.standardErrorContent,
      contains: """
        this thread is changing Item.count (declared at StrataCoreTests/Fixtures.swift:
        """
    )
  }

  @Test func aCircleOfWaitsEndsTheProgramWithBothPlaces() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let kid = Kid()
      let anchor = Anchor(kid.context)
      let (first, second) = (Gate(), Gate())
      let other = OtherThread {
        change(&kid.name) { _ in
          first.open()
          second.wait()
          kid.list.append(1)
        }
      }
      first.wait()
      change(&kid.list) { _ in
        second.open()
        kid.name += "x"
      }
      other.join()
      withExtendedLifetime(anchor) {}
    }
    expectOutput(
      result?.standardErrorContent,
      contains: "Deadlock: threads wait for one another to end a change in place: change Item."
    )
    expectOutput(result?.standardErrorContent, contains: "change Item.name")
    expectOutput(result?.standardErrorContent, contains: "change Item.list")
    expectOutput(
      result?.standardErrorContent,
      contains: "Change one property at a time, or take the same order everywhere."
    )
  }

  @Test func aThreadThatWasWokenIsNotTakenForOneThatWaits() {
    // Each thread holds one slot while it waits for the other's, one after the other: no circle.
    let kid = Kid()
    let anchor = Anchor(kid.context)
    onThreads(2) { number in
      for _ in 0..<2_000 {
        if number == 0 {
          change(&kid.list) { list in
            kid.name += "x"
            list.append(1)
          }
        } else {
          kid.name += "y"
          kid.list.append(2)
        }
      }
    }
    #expect(kid.list.count == 4_000)
    #expect(kid.name.count == 4_000)
    withExtendedLifetime(anchor) {}
  }
}

/// Runs a closure on a value in place.
private func change<Value>(_ value: inout Value, _ body: (inout Value) throws -> Void) rethrows {
  try body(&value)
}
