import Strata
import Testing

@Suite struct PropertyKindTests {
  private func make() -> Kinds { Kinds(id: 1, required: "r") }

  @Test func defaultsAreTaken() {
    let model = make()
    #expect(model.inferred == 1)
    #expect(model.annotated == [:])
    #expect(model.required == "r")
    #expect(model.guarded == 0)
    #expect(model.closure(1) == 2)
    #expect(model.default)
  }

  @Test func optionalsBeginAsNil() {
    let model = make()
    #expect(model.optional == nil)
    #expect(model.unwrapped == nil)
    model.unwrapped = "a"
    #expect(model.unwrapped.count == 1)
  }

  @Test func theCompilersInitializerTakesEachProperty() {
    let model = Kinds(id: 2, inferred: 3, required: "x", optional: 4, closure: { $0 * 2 })
    #expect(model.inferred == 3)
    #expect(model.optional == 4)
    #expect(model.closure(3) == 6)
  }

  @Test func eachPropertyIsSharedByCopiesAndSurvivesAnchoring() {
    let draft = make()
    let model = draft.withAnchor()
    model.inferred += 1
    model.annotated["a", default: 0] += 1
    model.required.append("!")
    model.optional = 5
    model.plain = Reference(6)
    model.closure = { _ in 7 }
    model.attributed = 8
    model.default.toggle()
    model.settable += 10
    model.guardMore()
    #expect(draft.inferred == 12)
    #expect(draft.annotated == ["a": 1])
    #expect(draft.required == "r!")
    #expect(draft.optional == 5)
    #expect(draft.plain.number == 6)
    #expect(draft.closure(0) == 7)
    #expect(draft.attributed == 8)
    #expect(!draft.default)
    #expect(draft.guarded == 1)
    #expect(draft.computed == 24)
  }

  @Test func constantsAreNotObserved() {
    let model = make().withAnchor()
    let changes = Changes { _ = (model.id, model.fixed) }
    model.inferred += 1
    #expect(changes.count == 0)
    #expect(model.id == 1)
    #expect(model.fixed == "fixed")
  }

  @Test func wrappersWithSharedStorageStayInTheHandle() {
    let model = make()
    let copy = model
    model.wrapped = 10
    #expect(copy.wrapped == 10)
    #expect(copy.readOnly == 5)
    #expect(Kinds.modelLayout.layout.slots.map(\.name).contains("wrapped") == false)
  }

  @Test func slotsAreTheStoredVariablesInOrder() {
    #expect(
      Kinds.modelLayout.layout.slots.map(\.name) == [
        "inferred", "annotated", "required", "optional", "unwrapped", "guarded", "plain", "closure",
        "maker", "attributed", "default",
      ]
    )
  }

  @Test func aSlotKnowsWhereItsPropertyIsDeclared() {
    let place = Kinds.modelLayout.layout.slots.first?.declaration.map(\.description) ?? ""
    #expect(place.contains("PropertyKinds.swift:23"))
  }

  @Test func privatePropertiesAreSharedToo() {
    let model = Hidden()
    let copy = model
    model.change()
    #expect(copy.reveal() == 4)
  }

  @Test func aModelMayHaveConstantsAlone() {
    let log = Log()
    let model = Constants(number: 2) { log.add("\($0)") }
    model.action(model.number)
    #expect(log.entries == ["2"])
    #expect(Constants.modelLayout.layout.slots.isEmpty)
    let nothing = Nothing().withAnchor()
    #expect(nothing.node.context.isLive)
    #expect("\(nothing)" == "Nothing()")
  }

  @Test func unusualNamesAndDeprecatedPropertiesAreSharedToo() {
    let model = Unusual()
    let copy = model
    model.`two words` += 1
    model.newValue = 5
    model.other = 6
    model.hasher = 7
    #expect(copy.`two words` == 4)
    #expect(copy == model)
    #expect(
      "\(copy)"
        == "Unusual(old: 1, older: 2, two words: 4, newValue: 5, other: 6, hasher: 7)"
    )
  }

  @Test func aConstantThatTheUserVouchesForIsPartOfTheHandle() {
    let (model, other) = (Vouching(owner: Owner()) {}, Vouching(owner: Owner()) {})
    unsafe model.owner.name = "Ada"
    #expect(unsafe model.withAnchor().owner.name == "Ada")
    #expect(model != other)
  }

  @Test func accessFollowsTheStruct() {
    #expect(Visible(name: "v").withAnchor().number == 2)
    #expect(Packaged().number == 1)
    #expect(Surroundings.Nested(number: 2).number == 2)
    #expect(Surroundings.Extended(number: 3).number == 3)
    #expect(Surroundings.concealed() == 1)
  }
}
