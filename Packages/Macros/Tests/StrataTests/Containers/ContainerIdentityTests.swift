import Strata
import Testing

@Suite struct ContainerIdentityTests {
  private let first = Attendee(id: 1)
  private let second = Attendee(id: 2)

  @Test func isTheCaseAndTheModelsInIt() {
    #expect(Seat.taken(first, row: 1).id == Seat.taken(Attendee(id: 1, name: "other"), row: 2).id)
    #expect(Seat.taken(first, row: 1).id != Seat.taken(second, row: 1).id)
    #expect(Stop.person(first).id != Stop.pair(first, note: "", nil).id)
    #expect(Stop.pair(first, note: "a", nil).id == Stop.pair(first, note: "b", nil).id)
    #expect(Stop.pair(first, note: "a", nil).id != Stop.pair(first, note: "a", second).id)
    #expect(Seat.free.id == Seat.free.id)
  }

  @Test func isTheValueWhereThereAreNoModels() {
    #expect(Stop.page(number: 1).id == Stop.page(number: 1).id)
    #expect(Stop.page(number: 1).id != Stop.page(number: 2).id)
    #expect(Stop.home.id != Stop.page(number: 1).id)
    #expect(Stop.anything({}, Reference(1)).id == Stop.anything({}, Reference(2)).id)
  }

  @Test func ofAStructIsThatOfItsModels() {
    let row = Row(number: 1, left: first, right: second)
    #expect(row.id == Row(number: 2, left: first, right: second).id)
    #expect(row.id != Row(number: 1, left: first, right: nil).id)
  }

  @Test func givesWayToOneThatIsWrittenByHand() {
    #expect(Labelled.one(first).id == "by hand")
    #expect(Sheet.one(first).id == 0)
  }

  @Test func equalityAndHashAreSwiftsOwn() {
    #expect(Seat.taken(first, row: 1) == .taken(Attendee(id: 1), row: 1))
    #expect(Seat.taken(first, row: 1) != .taken(first, row: 2))
    #expect(Set([Seat.free, .taken(first, row: 1), .taken(Attendee(id: 1), row: 1)]).count == 2)
    #expect(Row(number: 1, left: first, right: nil) != Row(number: 2, left: first, right: nil))
  }

  @Test func aListOfThemHoldsTheirModels() {
    let screen = Screen().withAnchor()
    screen.seats = [.free, .taken(first, row: 1)]
    screen.seats.append(.taken(second, row: 2))
    #expect(second.node.context.isLive)
    screen.seats.removeAll { $0.id == Seat.taken(first, row: 0).id }
    #expect(!first.node.context.isLive)
    #expect(second.node.context.isLive)
  }

  @Test func findsAnElementOfAnIdentifiedArray() {
    let stages = Stages().withAnchor()
    stages.path.append(.edit(first))
    stages.path.append(.help)
    #expect(stages.path[id: Stage.edit(Attendee(id: 1, name: "other")).id] != nil)
    #expect(first.node.context.isLive)
    stages.path.remove(id: Stage.edit(first).id)
    #expect(!first.node.context.isLive)
    #expect(stages.path.map(\.id) == [Stage.help.id])
  }

  @Test func isReadOnAnyThread() async {
    let id = Stage.edit(first).id
    #expect(await Task.detached { id }.value == Stage.edit(first).id)
  }

  @Test func countsContainersByTheirOwnIdentity() {
    let row = Row(number: 1, left: first, right: nil)
    let same = Row(number: 2, left: first, right: nil)
    #expect(Stage.group(row: row, seat: .free).id == Stage.group(row: same, seat: .free).id)
    #expect(
      Stage.group(row: row, seat: .free).id
        != Stage.group(row: row, seat: .taken(second, row: 1)).id
    )
    #expect(Stage.group(row: row, seat: nil).id != Stage.group(row: row, seat: .free).id)
  }

  @Test func ofADictionaryIsThatOfItsModelsByKey() {
    let both = Stage.named(["a": first, "b": second]).id
    #expect(both == Stage.named(["b": second, "a": first]).id)
    #expect(both != Stage.named(["a": second, "b": first]).id)
    #expect(both != Stage.named(["a": first]).id)
  }
}
