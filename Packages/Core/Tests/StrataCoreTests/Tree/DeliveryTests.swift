import StrataConcurrency
import StrataCore
import Testing

@Suite struct DeliveryTests {
  @Test func observersAreToldInTheOrderOfRegistration() {
    let kid = Kid()
    let log = Log()
    let first = kid.context.observe(Item.count) { _ in log.add("1") }
    let anchor = Anchor(kid.context)
    let second = kid.context.observe(Item.name) { _ in log.add("2") }
    let third = kid.context.observe(Item.count) { _ in log.add("3") }
    kid.count = 1
    #expect(log.take() == ["1", "3"])
    kid.context.transaction {
      kid.name = "x"
      kid.count = 2
    }
    #expect(log.take() == ["1", "2", "3"])
    first.cancel()
    kid.count = 3
    #expect(log.take() == ["3"])
    withExtendedLifetime((anchor, second, third)) {}
  }

  @Test func anEqualWriteTellsNobody() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let observations = [
      kid.context.observe(Item.count) { _ in log.add("count") },
      kid.context.observe(Item.name) { _ in log.add("name") },
      kid.context.observe(Item.opaque) { _ in log.add("opaque") },
    ]
    kid.count = 1
    kid.count += 0
    kid.name = "a"
    #expect(log.all == [])
    kid.opaque = Opaque()
    kid.opaque.number += 0
    #expect(log.all == ["opaque", "opaque"])
    withExtendedLifetime((anchor, observations)) {}
  }

  // The old value of a collection that is changed in place is not retained, because that would copy it.
  @Test func aChangeKnowsItsValues() {
    let kid = Kid("a", count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let observations = [
      kid.context.observe(Item.count) {
        log.add("\($0.oldValue(as: Item.count) as Int?) \($0.newValue(as: Item.count))")
        #expect($0.context === kid.context)
      },
      kid.context.observe(Item.name) {
        log.add("\($0.oldValue(as: Item.name) as String?) \($0.newValue(as: Item.name))")
      },
      kid.context.observe(Item.list) {
        log.add("\($0.oldValue(as: Item.list) as [Int]?) \($0.newValue(as: Item.list))")
      },
    ]
    kid.count = 2
    kid.count += 1
    kid.name = "b"
    kid.name += "c"
    kid.list.append(1)
    kid.list = []
    #expect(
      log.all == [
        "Optional(1) 2", "Optional(2) 3", #"Optional("a") b"#, "nil bc", "nil [1]",
        "Optional([1]) []",
      ]
    )
    withExtendedLifetime((anchor, observations)) {}
  }

  @Test func theWritesOfObserversFormTheNextRound() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let observations = [
      kid.context.observe(Item.count) {
        log.add("count \($0.newValue(as: Item.count)) begins")
        if kid.count < 3 { kid.count += 1 }
        kid.name = "\(kid.count)"
        log.add("count \($0.newValue(as: Item.count)) ends")
      },
      kid.context.observe(Item.count) { log.add("second \($0.newValue(as: Item.count))") },
      kid.context.observe(Item.name) { log.add("name \($0.newValue(as: Item.name))") },
    ]
    kid.count = 2
    #expect(
      log.all == [
        "count 2 begins", "count 2 ends", "second 2", "count 3 begins", "count 3 ends", "second 3",
        "name 3",
      ]
    )
    withExtendedLifetime((anchor, observations)) {}
  }

  @Test func theWritesOfAFirstValueInARoundFormTheNextOne() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let observations = [
      kid.context.observe(Item.count) { _ in
        kid.context.deliverFirstValue {
          log.add("first")
          kid.name = "x"
        }
        log.add("count")
      },
      kid.context.observe(Item.name) { _ in log.add("name") },
    ]
    kid.count = 1
    #expect(log.all == ["first", "count", "name"])
    withExtendedLifetime((anchor, observations)) {}
  }

  @Test func roundsHaveRisingNumbersAndATransactionHasOne() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let numbers = Locked<[UInt64]>([], rank: .leaf)
    let note = { @Sendable (change: borrowing Change) in
      let round = change.round
      numbers.withLock { $0.append(round) }
    }
    let observations = [
      kid.context.observe(Item.count, note), kid.context.observe(Item.name, note),
    ]
    kid.count = 1
    kid.context.transaction {
      kid.count = 2
      kid.name = "x"
    }
    kid.name = "y"
    let found = numbers.withLock { $0 }
    #expect(found.count == 4)
    #expect(found[0] < found[1] && found[1] == found[2] && found[2] < found[3])
    withExtendedLifetime((anchor, observations)) {}
  }

  @Test func aThreadThatCommitsWhileAnotherDeliversHandsItsRoundOver() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let deliveryOwner = ThreadIdentity.current
    let observation = kid.context.observe(Item.count) { change in
      #expect(ThreadIdentity.current == deliveryOwner)
      log.add("\(change.newValue(as: Item.count))")
      guard change.newValue(as: Item.count) == 1 else { return }
      let other = OtherThread {
        kid.count = 2
        log.add("other goes on")
        kid.count = 3
      }
      other.join()
      log.add("1 ends")
    }
    kid.count = 1
    #expect(log.all == ["1", "other goes on", "1 ends", "2", "3"])
    withExtendedLifetime((anchor, observation)) {}
  }

  @Test func aDeliveredStructureIsHeldBackUntilItIsActivated() {
    let log = Log()
    Hooked.$log.withValue(log) {
      Hooked.$onActivate.withValue({ kid in if kid.name == "k" { kid.count = 5 } }) {
        let root = Kid.loud("r")
        let anchor = Anchor(root.context)
        let observation = root.context.observe(Item.kids) { change in
          // The writes of the activation are part of the first state that observers see.
          log.add("kids \(change.newValue(as: Item.kids).map(\.count))")
          #expect(change.edits?.added.count == 1)
        }
        root.kids.append(.loud("k"))
        #expect(log.take() == ["+r", "+k", "kids [5]"])
        withExtendedLifetime((anchor, observation)) {}
      }
    }
  }

  @Test func aCycleIsReportedWithItsMembersAndEnds() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let observation = kid.context.observe(Item.count) { _ in kid.count += 1 }
    let line: UInt = #line - 1
    let found = reports { kid.count = 1 }
    #expect(kid.count == 1_001)
    #expect(
      found.map(\.message) == [
        """
        A cycle of observers: 1000 rounds of changes, each caused by the one before, ended with \
        Item.count (declared at StrataCoreTests/Fixtures.swift:\(Item.declaration.line)), observed \
        by observer at StrataCoreTests/DeliveryTests.swift:\(line). The last round is not \
        delivered. Write only when the value differs, or derive the value instead of writing it.
        """
      ]
    )
    #expect(found.map(\.callSite.line) == [line])
    // The tree delivers again afterwards.
    observation.cancel()
    let log = Log()
    let next = kid.context.observe(Item.count) { _ in log.add("again") }
    kid.count = 0
    #expect(log.all == ["again"])
    withExtendedLifetime((anchor, next)) {}
  }

  @Test func theLastRoundOfACycleEndsAndReleasesWhatItRemoves() {
    final class Counted: Sendable {
      let count: Locked<Int>
      init(_ count: Locked<Int>) {
        self.count = count
        count.withLock { $0 += 1 }
      }
      deinit { count.withLock { $0 -= 1 } }
    }
    let log = Log()
    let living = Locked(0, rank: .leaf)
    let makeKid: @Sendable () -> Kid = {
      let counted = Counted(living)
      return Kid("k", layout: Item.loudLayout, action: { withExtendedLifetime(counted) {} })
    }
    Hooked.$log.withValue(log) {
      let root = Kid(kids: [makeKid()])
      let anchor = Anchor(root.context)
      let observation = root.context.observe(Item.kids) { _ in root.kids = [makeKid()] }
      let found = reports { root.kids = [makeKid()] }
      #expect(found.count == 1)
      let entries = log.take()
      #expect(entries.count { $0 == "+k" } == 1_002)
      #expect(entries.count { $0 == "-k" } == 1_001)
      #expect(living.withLock { $0 } == 1)
      withExtendedLifetime((anchor, observation)) {}
    }
  }

  @Test func theLastRoundOfACycleReachesTheHistory() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let counts = Locked<[Int]>([], rank: .leaf)
    let changeLog = kid.context.openChangeLog(keepsValues: true) { entry in
      counts.withLock { $0.append(entry.changes.count) }
    }
    let observation = kid.context.observe(Item.count) { _ in kid.count += 1 }
    let found = reports { kid.count = 1 }
    #expect(found.count == 1)
    #expect(counts.withLock { $0.count } == kid.count)
    withExtendedLifetime((anchor, observation, changeLog)) {}
  }

  @Test func anObserverMayEndItselfAndOthers() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let second = Locked<Subscription?>(nil, rank: .leaf)
    let first = kid.context.observe(Item.count) { _ in
      log.add("1")
      second.withLock { $0 }?.cancel()
    }
    let observation = kid.context.observe(Item.count) { _ in log.add("2") }
    second.withLock { $0 = observation }
    kid.count = 1
    kid.count = 2
    #expect(log.all == ["1", "1"])
    withExtendedLifetime((anchor, first)) {}
  }

  @Test func aNewObserverIsNotToldOfWhatWasBefore() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    let late = Locked<Subscription?>(nil, rank: .leaf)
    let first = kid.context.observe(Item.count) { change in
      guard change.newValue(as: Item.count) == 1 else { return }
      kid.count = 2
      let observation = kid.context.observe(Item.count) {
        log.add("late \($0.newValue(as: Item.count))")
      }
      late.withLock { $0 = observation }
    }
    kid.count = 1
    #expect(log.all == [])
    kid.count = 3
    #expect(log.all == ["late 3"])
    withExtendedLifetime((anchor, first, late.withLock { $0 })) {}
  }

  @Test func anObservationEndsWithItsToken() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    let log = Log()
    var observation: Subscription? = kid.context.observe(Item.count) { _ in log.add("told") }
    kid.count = 1
    withExtendedLifetime(observation) {}
    observation = nil
    kid.count = 2
    #expect(log.all == ["told"])
    withExtendedLifetime(anchor) {}
  }

  @Test func anObserverMayAnchorTheContextThatItObserves() {
    let kid = Kid()
    let log = Log()
    let anchor = Locked<Anchor?>(nil, rank: .leaf)
    let observation = kid.context.observe(Item.count) { change in
      log.add("\(change.newValue(as: Item.count))")
      if change.newValue(as: Item.count) == 1 {
        let made = Anchor(kid.context)
        anchor.withLock { $0 = made }
        kid.count = 2
      }
    }
    kid.count = 1
    kid.count = 3
    #expect(log.all == ["1", "2", "3"])
    // The shared lock of contexts in no tree has no delivery owner any more.
    for _ in 0..<32 {
      let other = Kid()
      let token = other.context.observe(Item.count) { _ in log.add("other") }
      other.count = 1
      withExtendedLifetime(token) {}
    }
    #expect(log.all.count == 35)
    withExtendedLifetime(observation) {}
  }

  @Test func aWatcherOfAContextKeepsWatchingWhenItJoinsATree() {
    // The lists of observers stay sorted although they began under another lock.
    let kid = Kid()
    let log = Log()
    var tokens = (0..<20).map { number in
      kid.context.observe(Item.count) { _ in log.add("\(number)") }
    }
    let anchor = Anchor(kid.context)
    tokens += (20..<30).map { number in
      kid.context.observe(Item.count) { _ in log.add("\(number)") }
    }
    kid.count = 1
    #expect(log.take() == (0..<30).map(String.init))
    for token in tokens { token.cancel() }
    kid.count = 2
    #expect(log.all == [])
    withExtendedLifetime(anchor) {}
  }
}
