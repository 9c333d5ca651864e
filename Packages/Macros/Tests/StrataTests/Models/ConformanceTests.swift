import Observation
import Strata
import Testing

@Suite struct ConformanceTests {
  @Test func equalityComparesTheStoredPropertiesExceptFunctions() {
    let first = Attendee(id: 1, name: "a")
    #expect(first == Attendee(id: 1, name: "a", onTap: { print("tap") }))
    #expect(first != Attendee(id: 2, name: "a"))
    #expect(first != Attendee(id: 1, name: "b"))
    #expect(first != Attendee(id: 1, name: "a", badge: CountValue(count: 1)))
  }

  @Test func equalityComparesChildren() {
    let team = Team(lead: Attendee(id: 1), members: [Attendee(id: 2)])
    let same = Team(lead: Attendee(id: 1), members: [Attendee(id: 2)])
    #expect(team == same)
    same.members[0].name = "b"
    #expect(team != same)
  }

  @Test func hashesCoverWhatEqualityCompares() {
    let all = [Attendee(id: 1), Attendee(id: 1, onTap: { print("tap") }), Attendee(id: 2)]
    #expect(Set(all).count == 2)
    #expect(Attendee(id: 1).hashValue == all[1].hashValue)
    #expect(Attendee(id: 1, name: "x").hashValue != all[1].hashValue)
  }

  @Test func whatTheUserWritesWins() {
    #expect(Named(name: "a", ignored: 1) == Named(name: "a", ignored: 2))
    #expect(Set([Named(name: "a", ignored: 1), Named(name: "a", ignored: 2)]).count == 1)
    #expect("\(Named(name: "a"))" == "<a>")
    #expect(Mirrored().customMirror.children.map(\.label) == ["only"])
    #expect(Mirrored().id == "m")
  }

  @Test func describesAllStoredProperties() {
    #expect(
      "\(FactPromptModel(count: 2, fact: "two"))" == #"FactPromptModel(count: 2, fact: "two")"#
    )
    #expect(
      "\(CounterRowModel(counter: CountModel(count: 3)))"
        == "CounterRowModel(counter: CountModel(count: 3))"
    )
    #expect("\(Nothing())" == "Nothing()")
  }

  @Test func reflectsAllStoredProperties() {
    let mirror = Mirror(reflecting: FactPromptModel(count: 2, fact: "two"))
    #expect(mirror.children.map(\.label) == ["count", "fact"])
    #expect(mirror.children.first?.value as? Int == 2)
    #expect(mirror.displayStyle == .struct)
  }

  @Test func hasAnIdentityOfItsOwnOrTheDeclaredOne() {
    let model = CountModel()
    #expect(model.id == model.withAnchor().id)
    #expect(CountModel().id != CountModel().id)
    #expect(Attendee(id: 7).id == 7)
  }

  @Test func marksOfPropertiesTakeNoRoom() {
    #expect(MemoryLayout<CountModel>.size == MemoryLayout<ModelNode<CountModel>>.size)
    #expect(MemoryLayout<Writes>.size == MemoryLayout<CountModel>.size)
  }

  @Test func isSendableObservableAndIdentifiable() {
    func accept(_: some Sendable & Observable & Identifiable & CustomReflectable & Model) {}
    accept(CountModel())
    accept(Constants(number: 1) { _ in })
  }

  @Test func swiftsObservationSeesReads() {
    let model = CountModel().withAnchor()
    let log = Log()
    withObservationTracking {
      _ = model.count
    } onChange: {
      log.add("changed")
    }
    model.incrementTapped()
    #expect(log.entries == ["changed"])
  }
}
