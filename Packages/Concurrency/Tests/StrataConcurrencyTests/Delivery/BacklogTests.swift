import Testing

@_spi(Strata) @testable import StrataConcurrency

@Suite(.serialized) struct BacklogTests {
  private static let deliveryOwner = ThreadIdentity(rawValue: 1 << 60)
  private static let sender = ThreadIdentity(rawValue: 2 << 60)
  private static let other = ThreadIdentity(rawValue: 3 << 60)

  private func sleeper(of room: Backlog.Room) -> BacklogWaiter? {
    if case .wait(let waiter) = room { waiter } else { nil }
  }

  @Test func aShortQueueHasRoomForAll() {
    var backlog = Backlog()
    let room = backlog.room(Backlog.limit - 1, as: Self.sender, for: Self.deliveryOwner)
    #expect(sleeper(of: room) == nil)
    #expect(backlog.waiterCount == 0)
  }

  @Test func aLongQueueLetsTheSenderWaitUntilItIsShort() throws {
    var backlog = Backlog()
    let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
    let waiter = try #require(sleeper(of: room))
    let early = backlog.takeReleased(Backlog.resumption + 1, isOver: false)
    #expect(early.isEmpty)
    let released = backlog.takeReleased(Backlog.resumption, isOver: false)
    #expect(released.count == 1)
    released.release()
    #expect(!waiter.park())
  }

  @Test func allGoOnWhenTheDelivererGivesItsRoleUp() throws {
    var backlog = Backlog()
    let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
    let waiter = try #require(sleeper(of: room))
    backlog.takeReleased(Backlog.limit, isOver: true).release()
    #expect(!waiter.park())
  }

  @Test func theDelivererItselfNeverWaits() {
    var backlog = Backlog()
    let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.sender)
    #expect(sleeper(of: room) == nil)
  }

  @Test func aThreadInsideOfSomethingWaitsWhenItHasLeftIt() {
    var backlog = Backlog()
    let calls = ThreadCalls.current
    calls.begin()
    let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
    guard case .owe = room else {
      Issue.record("The sender may not wait inside a delivery.")
      return calls.end()
    }
    let log = Log()
    calls.owe(log) { log.add("waited") }
    calls.owe(log) { log.add("waited again") }
    #expect(log.all == [])
    calls.end()
    #expect(log.all == ["waited"])
  }

  /// The jobs that it would wait for run on its own thread.
  @Test func aJobOfASimulationNeverWaits() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let calls = ThreadCalls.current
      for isInside in [false, true] {
        var backlog = Backlog()
        if isInside { calls.begin() }
        let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
        if isInside { calls.end() }
        if case .enough = room { continue }
        Issue.record("The job is to wait.")
      }
    }
  }

  @Test func theRoleGoesToASenderThatWaitsOnceTheShareIsSpent() throws {
    var backlog = Backlog()
    let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
    let waiter = try #require(sleeper(of: room))
    for _ in 1..<Backlog.share { backlog.noteServed() }
    let none = backlog.takeHeir(Backlog.limit)
    #expect(none == nil)
    backlog.noteServed()
    let found = backlog.takeHeir(Backlog.limit)
    let heir = try #require(found)
    #expect(heir === waiter)
    heir.wakeHeir()
    #expect(waiter.park())
    // The next delivery owner has a share of its own.
    #expect(!backlog.isLong(1))
  }

  @Test func aSpentShareLetsTheNextSenderWaitHoweverShortTheQueue() throws {
    var backlog = Backlog()
    for _ in 0..<Backlog.share { backlog.noteServed() }
    let room = backlog.room(1, as: Self.sender, for: Self.deliveryOwner)
    let waiter = try #require(sleeper(of: room))
    backlog.takeHeir(1)?.wakeHeir()
    #expect(waiter.park())
  }

  @Test func aSpentShareIsForgottenWithTheRole() {
    var backlog = Backlog()
    for _ in 0..<Backlog.share { backlog.noteServed() }
    #expect(backlog.isLong(0))
    _ = backlog.takeReleased(0, isOver: true)
    #expect(!backlog.isLong(1))
  }

  @Test func anEmptyQueueHasNoHeir() throws {
    var backlog = Backlog()
    for _ in 0..<Backlog.share { backlog.noteServed() }
    let room = backlog.room(1, as: Self.sender, for: Self.deliveryOwner)
    let waiter = try #require(sleeper(of: room))
    let none = backlog.takeHeir(0)
    #expect(none == nil)
    backlog.takeReleased(0, isOver: true).release()
    #expect(!waiter.park())
  }

  @Test func aSenderThatTheDelivererWaitsForGoesOn() throws {
    var backlog = Backlog()
    let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
    let waiter = try #require(sleeper(of: room))
    // The delivery owner needs a resource of the sender: directly, and over another thread.
    let circle = WaitGraph.add(Self.deliveryOwner, for: Self.sender, at: "a slot")
    #expect(circle == nil)
    #expect(!waiter.park())
    // A waiter that gave up does not get the role any more.
    for _ in 0..<Backlog.share { backlog.noteServed() }
    let none = backlog.takeHeir(Backlog.limit)
    #expect(none == nil)
    WaitGraph.remove([Self.deliveryOwner, Self.sender])
  }

  @Test func aSenderDoesNotWaitForAThreadThatWaitsForIt() {
    var backlog = Backlog()
    #expect(WaitGraph.add(Self.other, for: Self.sender, at: "a slot") == nil)
    #expect(WaitGraph.add(Self.deliveryOwner, for: Self.other, at: "a slot") == nil)
    let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
    #expect(sleeper(of: room) == nil)
    WaitGraph.remove([Self.deliveryOwner, Self.other])
  }

  @Test func aWaitEndsWhenNothingIsDelivered() throws {
    var backlog = Backlog()
    backlog.progress = BacklogProgress(patience: 1)
    let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
    let waiter = try #require(sleeper(of: room))
    // No thread wakes it.
    #expect(!waiter.park())
    // Its wait has left the graph, and it does not get the role.
    #expect(WaitGraph.add(Self.deliveryOwner, for: Self.sender, at: "a slot") == nil)
    WaitGraph.remove([Self.deliveryOwner])
    for _ in 0..<Backlog.share { backlog.noteServed() }
    let none = backlog.takeHeir(Backlog.limit)
    #expect(none == nil)
  }

  /// The policy for a queue in which nothing is delivered: it grows at a bounded rate, and that is reported.
  @Test func atMost4096SendersPassBetweenTwoWaitsInVainWhichIsReportedOnce() {
    var backlog = Backlog()
    backlog.progress = BacklogProgress(patience: 1)
    let reports = Locked<[Report]>([], rank: .leaf)
    var passed: [Int] = []
    for _ in 1...15 {
      var count = 0
      while true {
        let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
        if let waiter = sleeper(of: room) {
          ReportSink.withHandler { report in
            reports.withLock { $0.append(report) }
          } operation: {
            #expect(!waiter.park())
          }
          break
        }
        count += 1
      }
      passed.append(count)
    }
    #expect(passed.suffix(4) == [2_048, 4_096, 4_096, 4_096])
    #expect(
      reports.withLock { $0.map(\.message) } == [
        """
        A queue of changes or actions grows, because the thread that delivers them is held up: 12 times a sender \
        has waited 1 ms, and nothing was delivered. An observer that waits for a lock, or for a thread that sends, is \
        the usual reason. Let observers return, and send outside of locks that they take.
        """
      ]
    )
  }

  @Test func moreAndMoreSendersPassWhileWaitsAreInVain() throws {
    var backlog = Backlog()
    backlog.progress = BacklogProgress(patience: 1)
    var passed: [Int] = []
    for _ in 1...4 {
      var count = 0
      while true {
        let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
        if let waiter = sleeper(of: room) {
          #expect(!waiter.park())
          break
        }
        count += 1
      }
      passed.append(count)
    }
    #expect(passed == [0, 2, 4, 8])
    backlog.noteServed()
    let room = backlog.room(Backlog.limit, as: Self.sender, for: Self.deliveryOwner)
    let waiter = try #require(sleeper(of: room))
    backlog.takeReleased(0, isOver: true).release()
    #expect(!waiter.park())
  }

  /// An observer that waits for a sender lets one round pass for each wait.
  @Test func moreAndMoreSendersPassWhileWaitsForTheirTurnAreInVain() throws {
    var backlog = Backlog()
    backlog.progress = BacklogProgress(patience: 1)
    for _ in 0..<Backlog.share { backlog.noteServed() }
    var passed: [Int] = []
    for _ in 1...5 {
      var count = 0
      while true {
        let room = backlog.room(1, as: Self.sender, for: Self.deliveryOwner)
        backlog.noteServed()
        if let waiter = sleeper(of: room) {
          #expect(!waiter.park())
          break
        }
        count += 1
      }
      passed.append(count)
    }
    #expect(passed == [0, 2, 4, 8, 16])
    // A long queue is another matter.
    let long = backlog.room(Backlog.limit, as: Self.other, for: Self.deliveryOwner)
    let first = try #require(sleeper(of: long))
    backlog.takeHeir(1)?.wakeHeir()
    #expect(first.park())
    // A sender that takes the role ends the series.
    for _ in 0..<Backlog.share { backlog.noteServed() }
    var room = backlog.room(1, as: Self.sender, for: Self.deliveryOwner)
    while sleeper(of: room) == nil {
      room = backlog.room(1, as: Self.sender, for: Self.deliveryOwner)
    }
    let heir = try #require(sleeper(of: room))
    backlog.takeHeir(1)?.wakeHeir()
    #expect(heir.park())
    for _ in 0..<Backlog.share { backlog.noteServed() }
    let next = backlog.room(1, as: Self.sender, for: Self.deliveryOwner)
    #expect(sleeper(of: next) != nil)
    backlog.takeReleased(0, isOver: true).release()
  }

  @Test func theWakesReachTheHeirAndThoseThatGoOn() throws {
    var backlog = Backlog()
    let rooms = [Self.sender, Self.other].map {
      backlog.room(Backlog.limit, as: $0, for: Self.deliveryOwner)
    }
    for _ in 0..<Backlog.share { backlog.noteServed() }
    let wakes = BacklogWakes(
      heir: backlog.takeHeir(Backlog.limit),
      released: backlog.takeReleased(0, isOver: true)
    )
    wakes.perform()
    let waiters = try rooms.map { try #require(sleeper(of: $0)) }
    #expect(waiters.map { $0.isWaiting } == [false, false])
    #expect(waiters.map { $0.park() } == [true, false])
  }
}
