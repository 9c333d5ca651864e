import Strata
import Testing

@Suite struct ModelContainerTests {
  private let screen = Screen().withAnchor()
  private let first = Attendee(id: 1)
  private let second = Attendee(id: 2)

  private func live(_ models: Attendee...) -> [Bool] { models.map(\.node.context.isLive) }

  @Test func eachPayloadJoinsTheTreeAndLeavesWithItsCase() {
    screen.sheet = .one(first)
    #expect(live(first, second) == [true, false])
    screen.sheet = .two(second, note: "n", other: Attendee(id: 3))
    #expect(live(first, second) == [false, true])
    screen.sheet = .idle
    #expect(live(first, second) == [false, false])
  }

  @Test func payloadsAreReachedThroughCollectionsAndNesting() {
    screen.sheet = .many([first], 5)
    #expect(live(first) == [true])
    screen.sheet = .nested(.nested(.default(in: second)))
    #expect(live(first, second) == [false, true])
  }

  @Test func aPayloadOfTheSameIdentityContinues() {
    screen.sheet = .two(first, note: "a", other: nil)
    first.name = "kept"
    screen.sheet = .two(Attendee(id: 1, name: "new"), note: "b", other: nil)
    #expect(screen.sheet == .two(Attendee(id: 1, name: "kept"), note: "b", other: nil))
    #expect(live(first) == [true])
  }

  @Test func membersOfAStructJoinTheTree() {
    screen.pair = Pair(left: first, right: second, title: "t")
    #expect(live(first, second) == [true, true])
    screen.pair?.right = nil
    #expect(live(first, second) == [true, false])
    #expect(screen.pair?.observed == 1)
  }

  @Test func visitingDoesNotCallObserversOfAStructsProperties() {
    screen.pair = Pair(left: first, right: second, title: "t")
    #expect(screen.pair?.observed == 0)
  }

  @Test func constantsOfAStructJoinTheTree() {
    screen.fixed = Fixed(number: 1, left: first, last: second)
    #expect(live(first, second) == [true, true])
    screen.fixed = nil
    #expect(live(first, second) == [false, false])
  }

  @Test func aConstantOfTheSameIdentityContinues() {
    screen.fixed = Fixed(number: 1, left: first, others: [second])
    first.name = "kept"
    second.name = "kept"
    let others = [Attendee(id: 2, name: "new"), Attendee(id: 3)]
    screen.fixed = Fixed(number: 2, left: Attendee(id: 1, name: "new"), others: others)
    #expect(live(first, second, others[1]) == [true, true, true])
    #expect(screen.fixed?.number == 2)
    #expect(screen.fixed?.left.name == "kept")
    #expect(screen.fixed?.others.map(\.name) == ["kept", ""])
    #expect(screen.fixed?.left.node.context === first.node.context)
  }

  @Test func payloadsOfCasesOnTheirWayOutJoinTheTree() {
    screen.outgoing = .new(first)
    #expect(live(first) == [true])
    #expect(screen.outgoing?[case: \.new]?.id == 1)
  }

  @Test func genericPayloadsJoinTheTree() {
    screen.either = .right([first, second])
    #expect(live(first, second) == [true, true])
    screen.either = .left(first)
    #expect(live(first, second) == [true, false])
  }

  @Test func accessFollowsTheEnum() {
    screen.visible = .counter(Visible(name: "v"))
    guard case .counter(let visible) = screen.visible else {
      Issue.record("no counter")
      return
    }
    #expect(visible.number == 2)
  }
}
