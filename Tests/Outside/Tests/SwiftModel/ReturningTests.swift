import Observation
import Strata
import StrataConcurrency
import StrataTesting
import Testing

@ModelContainer enum Attached {
  case nothing
  case folder(Slip)
}

/// A model without a list, which can return to a tree that it has left.
@Model struct Slip {
  var count = 0
  var attached = Attached.nothing
  var double: Int { node.memoize { count * 2 } }
  var above: String { node.mapHierarchy(for: [.ancestors]) { ($0 as? Desk)?.name }.joined() }
}

@Model struct Desk {
  var name = "desk"
  var slip: Slip?
  var other: Slip?
  var slips: [Slip] = []
}

/// A use of a slip in an expression.
struct SlipRead: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: @Sendable (Slip) -> String
  /// Changes what the expression reads, of a slip in a tree.
  let change: @Sendable (Slip, Desk) -> Void

  static let all = [
    SlipRead(
      testDescription: "a property",
      text: { "\($0.count)" },
      change: { slip, _ in slip.count += 1 }
    ),
    SlipRead(
      testDescription: "a memoized value",
      text: { "\($0.double)" },
      change: { slip, _ in slip.count += 1 }
    ),
    SlipRead(
      testDescription: "a local value",
      text: { "\($0.node.local.isOpen)" },
      change: { slip, _ in slip.node.local.isOpen.toggle() }
    ),
    SlipRead(
      testDescription: "the environment",
      text: { $0.node.environment.theme },
      change: { _, desk in desk.node.environment.theme += "!" }
    ),
    SlipRead(
      testDescription: "a preference",
      text: { "\($0.node.preference.total)" },
      change: { slip, _ in slip.node.preference.total += 1 }
    ),
    SlipRead(
      testDescription: "the ancestors",
      text: { $0.above },
      change: { _, desk in desk.name += "!" }
    ),
  ]
}

/// Observers of a model that leaves its tree and returns.
struct ReturningTests {
  let log = Log()
  let desk = Desk().withAnchor()
  /// Another tree, which outlives the observers of a test, as what they read has to.
  let far = Desk(name: "far").withAnchor()
  let slip = Slip()

  /// The ways to return.
  enum Way: CaseIterable {
    case samePlace, otherPlace, list, transaction, otherTree
  }

  /// Lets observers read a removed model, which is reported otherwise.
  private func reading<Result>(_ body: () -> Result) -> Result {
    ReportSink.withHandler({ _ in }, operation: body)
  }

  /// - Returns: The tree that the slip is in then.
  private func leaveAndReturn(_ way: Way) -> Desk {
    reading { desk.slip = nil }
    return reading { comeBack(way) }
  }

  private func comeBack(_ way: Way) -> Desk {
    switch way {
    case .samePlace: desk.slip = slip
    case .otherPlace: desk.other = slip
    case .list: desk.slips = [slip]
    case .transaction: desk.node.transaction { desk.slip = slip }
    case .otherTree:
      far.slip = slip
      return far
    }
    return desk
  }

  @Test(arguments: SlipRead.all, Way.allCases)
  func onChangeFollowsIt(read: SlipRead, way: Way) {
    desk.slip = slip
    desk.node.onChange(of: read.text(slip), initial: false) { log.add("\($1);") }
    let place = leaveAndReturn(way)
    log.clear()
    read.change(slip, place)
    #expect(log.take() == read.text(slip) + ";")
    read.change(slip, place)
    #expect(log.take() == read.text(slip) + ";")
  }

  @Test(arguments: SlipRead.all, Way.allCases)
  func soDoesAnOnChangeThatBeginsMeanwhile(read: SlipRead, way: Way) {
    desk.slip = slip
    desk.slip = nil
    _ = reading {
      desk.node.onChange(of: read.text(slip), initial: false) { log.add("\($1);") }
    }
    let place = leaveAndReturn(way)
    log.clear()
    read.change(slip, place)
    #expect(log.take() == read.text(slip) + ";")
  }

  @Test(arguments: SlipRead.all, Way.allCases)
  func aMemoizedValueOfAnotherModelFollowsIt(read: SlipRead, way: Way) {
    desk.slip = slip
    let index = SlipIndex(text: read.text).withAnchor()
    index.hold(slip)
    index.node.onChange(of: index.value, initial: false) { log.add("\($1);") }
    let place = leaveAndReturn(way)
    log.clear()
    read.change(slip, place)
    #expect(log.take() == read.text(slip) + ";")
  }

  @Test func aLocalValueThatTheReturnResetsIsAChange() {
    desk.slip = slip
    slip.node.local.isOpen = true
    desk.node.onChange(of: slip.node.local.isOpen, initial: false) { log.add("\($1);") }
    desk.slip = nil
    desk.slip = slip
    #expect(log.take() == "false;")
  }

  /// The observer reads the property that is being assigned.
  @Test func anObserverOfTheChangedPropertyReadsItAfterTheReturn() {
    desk.slip = slip
    let index = SlipIndex { [desk] slip in "\(desk.slip?.count ?? -1) \(slip.count)" }.withAnchor()
    index.hold(slip)
    index.node.onChange(of: index.value, initial: false) { log.add("\($1);") }
    desk.node.onChange(of: index.value, initial: false) { log.add("\($1);") }
    reading { desk.slip = nil }
    log.clear()
    reading { desk.slip = slip }
    #expect(log.take() == "0 0;0 0;")
  }

  @Test(arguments: SlipRead.all.prefix(2))
  func aWriteAndTheRemovalInOneTransactionAreToldOnce(read: SlipRead) {
    desk.slip = slip
    desk.node.onChange(of: read.text(slip), initial: false) { log.add("\($1);") }
    desk.node.transaction {
      slip.count = 3
      desk.slip = nil
    }
    #expect(reading { slip.count } == 3)
    #expect(reading { log.take() == read.text(slip) + ";" })
  }

  @Test func aModelWithAnEmptyCaseReturns() {
    desk.slip = slip
    desk.slip = nil
    desk.slip = slip
    #expect(desk.slip != nil)
  }

  @Test func manyModelsThatJoinTogetherAreOneChange() {
    let slips = (0..<100).map { Slip(count: $0) }
    let evaluations = Locked(0, rank: .leaf)
    let sum = { @Sendable in
      evaluations.withLock { $0 += 1 }
      return slips.reduce(0) { $0 + $1.count }
    }
    desk.node.onChange(of: sum(), initial: false) { log.add("\($1);") }
    for slip in slips { slip.count += 1 }
    evaluations.withLock { $0 = 0 }
    desk.slips = slips
    #expect(log.take() == "5050;")
    #expect(evaluations.withLock { $0 } <= 2)
    evaluations.withLock { $0 = 0 }
    desk.slips = []
    desk.slips = slips
    #expect(evaluations.withLock { $0 } <= 2)
  }
}

/// Memoizes a text of a slip of another tree.
@Model struct SlipIndex {
  let text: @Sendable (Slip) -> String
  let held = Locked<Slip?>(nil, rank: .leaf)

  func hold(_ slip: Slip) { held.withLock { $0 = slip } }

  var value: String {
    node.memoize { held.withLock { $0 }.map { text($0) } ?? "" }
  }
}
