import StrataConcurrency
import Testing

@testable import StrataCore

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

  @Test func plainBytesStayReadableToOtherThreadsWhileTheyAreChanged() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    change(&kid.count) { count in
      count = 2
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

  @Test func watchersAreToldOfChangesInPlaceWithBothValues() {
    struct Label: Equatable { var text: String }
    let layout = Layout(
      name: "Labelled",
      slots: [.value("count", Int.self), .value("label", Label.self), .value("list", [Int].self)]
    )
    let count = layout.slot(0, as: Int.self)
    let label = layout.slot(1, as: Label.self)
    let list = layout.slot(2, as: [Int].self)
    let context = Context(layout: layout)
    context.initialize(count, to: 1)
    context.initialize(label, to: Label(text: "a"))
    context.initialize(list, to: [])
    let anchor = Anchor(context)
    let log = Log()
    let observations = [
      context.observe(count) { change in
        log.add("\(change.oldValue(as: count) ?? -1) \(change.newValue(as: count))")
      },
      context.observe(label) { change in
        log.add("\(change.oldValue(as: label)?.text ?? "-") \(change.newValue(as: label).text)")
      },
      // The old collection is not retained, because that would copy it.
      context.observe(list) { change in
        log.add("\(change.oldValue(as: list)?.count ?? -1) \(change.newValue(as: list))")
      },
    ]
    context[count] += 1
    context[count] += 0
    context[label].text += "b"
    context[label].text += ""
    context[list].append(5)
    #expect(log.take() == ["1 2", "a ab", "-1 [5]"])
    // Two at a time, and each retains its own old value.
    change(&context[label]) { label in
      label.text = "x"
      change(&context[count]) { $0 = 7 }
      change(&context[list]) { $0 = [] }
    }
    #expect(log.all == ["2 7", "-1 []", "ab x"])
    withExtendedLifetime((anchor, observations)) {}
  }

  @Test func aRefusedChangeInPlaceDoesNotEndThatOfTheNextLife() {
    let layout = Layout(name: "Number", slots: [.value("count", Int.self)])
    let count = layout.slot(0, as: Int.self)
    let context = Context(layout: layout)
    context.initialize(count, to: 1)
    do { _ = Anchor(context) }
    var anchor: Anchor?
    var other: OtherThread?
    let (hasBegun, mayEnd) = (Gate(), Gate())
    let found = reports {
      change(&context[count]) { rejected in
        rejected = 2
        anchor = Anchor(context)
        other = OtherThread {
          change(&context[count]) { count in
            hasBegun.open()
            mayEnd.wait()
            count += 2
          }
        }
        hasBegun.wait()
      }
    }
    #expect(found.count == 1)
    #expect(unsafe context.headers[0].flags == .checkedOut)
    mayEnd.open()
    other?.join()
    #expect(context[count] == 3)
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
        same property before the change has ended. In the closure of the change, use its parameter, such as \
        $0. Elsewhere, copy what you need into a local before the change.
        """
    )
  }

  @Test func overlappingReadsOfPlainBytesEndTheProgram() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let kid = Kid()
      change(&kid.count) { count in count = kid.count + 1 }
    }
    expectOutput(
      result?.standardErrorContent,
      contains: """
        this thread is changing Item.count (declared at StrataCoreTests/Fixtures.swift:
        """
    )
    expectOutput(
      result?.standardErrorContent,
      contains: "in place and tries to read the same property before the change has ended."
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
      contains: """
        Deadlock: threads wait for one another to end a transaction or a change in place: change Item.
        """
    )
    expectOutput(result?.standardErrorContent, contains: "change Item.name")
    expectOutput(result?.standardErrorContent, contains: "change Item.list")
    expectOutput(
      result?.standardErrorContent,
      contains: "Change one property at a time, or take the same order everywhere."
    )
  }

  @Test func aThreadThatWasWokenIsNotTakenForOneThatWaits() {
    // Each thread has one slot checked out while it waits for the other's, one after the other: no cycle.
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
