import StrataExtensions
import Testing

@Suite struct CasePathableTests {
  @Test func readsByCaseName() {
    let value = Destination.edit(Draft(title: "a", route: .open(4)))
    #expect(value[case: \.edit]?.title == "a")
    #expect(value[case: \.record] == nil)
    #expect(value[case: \.edit.title] == "a")
    #expect(value[case: \.edit.route.open] == 4)
    #expect(value[case: \.record.title] == nil)
    #expect(Destination.route(.open(1))[case: \.route.open] == 1)
  }

  @Test func tellsCasesApart() {
    #expect(Destination.idle.is(\.idle))
    #expect(!Destination.idle.is(\.edit))
    #expect(Destination.route(.closed).is(\.route.closed))
    #expect(!Destination.route(.open(1)).is(\.route.closed))
  }

  @Test func changesThroughOptionalChaining() {
    var value = Destination.edit(Draft(title: "a"))
    value[case: \.edit]?.title = "b"
    value[case: \.record]?.title = "no"
    #expect(value == .edit(Draft(title: "b")))
    value[case: \.record] = Draft(title: "c")
    #expect(value == .record(Draft(title: "c")))
    value[case: \.edit] = nil
    #expect(value == .record(Draft(title: "c")))
  }

  @Test func modifiesByCaseName() {
    var value = Destination.edit(Draft(title: "a", route: .open(1)))
    #expect(value.modify(\.edit) { $0.title = "b" } != nil)
    #expect(value.modify(\.record) { $0.title = "no" } == nil)
    #expect(value.modify(\.edit.route.open) { $0 += 1 } != nil)
    #expect(value == .edit(Draft(title: "b", route: .open(2))))
  }

  @Test func reachesThroughAnOptional() {
    var destination: Destination? = .edit(Draft(title: "a"))
    #expect(destination[case: \.edit]?.title == "a")
    #expect(destination.is(\.edit))
    destination.modify(\.edit) { $0.title = "b" }
    #expect(destination == .edit(Draft(title: "b")))
    destination[case: \.record] = nil
    #expect(destination == .edit(Draft(title: "b")))
    destination[case: \.edit] = nil
    #expect(destination == nil)
    #expect(!destination.is(\.edit))
    #expect(destination.modify(\.edit) { _ in } == nil)
    destination[case: \.route.open] = 3
    #expect(destination == .route(.open(3)))
  }

  @Test func assigningNilToTheActiveCaseSaysWhatToDo() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      var value = Destination.edit(Draft(title: ""))
      value[case: \.edit] = nil
    }
    #expect(
      message(result).contains(
        "CasePath: nil was assigned to the case that a value of Destination has. An enum always has "
          + "a case: assign another one, or make the value optional."
      )
    )
  }

  @Test func namesOfCasesAreHashableAndDiffer() {
    let edit: CaseKeyPath<Destination, Draft> = \.edit
    let record: CaseKeyPath<Destination, Draft> = \.record
    let again: CaseKeyPath<Destination, Draft> = \.edit
    #expect(edit == again)
    #expect(edit != record)
    #expect(Set([edit, record, again]).count == 2)
  }
}
