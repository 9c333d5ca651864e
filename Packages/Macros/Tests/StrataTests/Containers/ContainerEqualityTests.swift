import Strata
import Testing

/// Containers that declare `Equatable` or `Hashable` and contain models that do neither.
@Suite struct ContainerEqualityTests {
  private let page = Page(title: "a")
  private let other = Page(title: "a")

  /// One value of each kind, all different; computed twice they are equal.
  private func values() -> [Trail] {
    [
      .none, .page(page), .page(other), .account(Account(id: 1)), .account(Account(id: 2)),
      .pages([], last: nil, byName: [:]), .pages([page], last: nil, byName: [:]),
      .pages([page, other], last: nil, byName: [:]), .pages([other, page], last: nil, byName: [:]),
      .pages([], last: page, byName: [:]), .pages([], last: other, byName: [:]),
      .pages([], last: nil, byName: ["a": page]), .pages([], last: nil, byName: ["b": page]),
      .titled(page, title: "a", count: 1), .titled(page, title: "b", count: 1),
      .titled(page, title: "a", count: 2), .titled(other, title: "a", count: 1),
      .anything(page), .anything(other), .anything(Account(id: 1)), .person(Attendee(id: 1)),
      .next(.page(page)), .next(.page(other)), .next(.next(.none)),
    ]
  }

  @Test func valuesAreEqualByCaseAndTheIdentitiesOfTheirModels() {
    let (values, again) = (values(), values())
    for (index, value) in values.enumerated() {
      for (otherIndex, other) in again.enumerated() {
        #expect((value == other) == (index == otherIndex), "\(value) and \(other)")
        if value == other { #expect(value.hashValue == other.hashValue) }
      }
    }
    #expect(Set(values + again).count == values.count)
  }

  @Test func aChangeOfAModelChangesNeitherEqualityNorHash() {
    let value = Trail.page(page)
    let hash = value.hashValue
    page.title = "changed"
    #expect(value == .page(page))
    #expect(value.hashValue == hash)
  }

  @Test func aModelThatIsComparedAndNotHashedCountsByItsIdentityWhereHashesAreNeeded() {
    let (sketch, twin) = (Sketch(text: "a"), Sketch(text: "a"))
    #expect(Crumb.sketch(sketch) == .sketch(twin))
    #expect(Trail.sketch(sketch) != .sketch(twin))
    #expect(Trail.sketch(sketch) == .sketch(sketch))
    #expect(Crumb.page(page) != .page(other))
  }

  @Test func equalityAgreesWithTheIdentityOfCasesThatHoldModelsAlone() {
    let values = values().filter {
      if case .titled = $0 { false } else { true }
    }
    for value in values {
      for other in values { #expect((value == other) == (value.id == other.id)) }
    }
  }

  /// The macro's `==` and `hash(into:)` call themselves for each level, as those that Swift writes do. An identity
  /// wraps that of the level below, which takes more of the stack.
  @Test func anEnumInsideItselfIsComparedAsDeepAsPlainSwiftComparesOne() async {
    await #expect(processExitsWith: .success) {
      let plain = nest(PlainTrail.end(1), 10_000, PlainTrail.next)
      #expect(plain == nest(.end(1), 10_000, PlainTrail.next))
      #expect(plain.hashValue == nest(.end(1), 10_000, PlainTrail.next).hashValue)
      let page = Page(title: "a")
      let deep = nest(Trail.page(page), 10_000, Trail.next)
      #expect(deep == nest(.page(page), 10_000, Trail.next))
      #expect(deep != nest(.page(page), 9_999, Trail.next))
      #expect(deep != nest(.page(Page(title: "a")), 10_000, Trail.next))
      #expect(deep.hashValue == nest(.page(page), 10_000, Trail.next).hashValue)
      let less = nest(Trail.page(page), 2_500, Trail.next)
      #expect(less.id == nest(.page(page), 2_500, Trail.next).id)
    }
  }

  @Test func structsAreEqualByTheirMembers() {
    let tab = Tab(number: 1, page: page, others: [other])
    #expect(tab == Tab(number: 1, page: page, others: [other]))
    #expect(tab.hashValue == Tab(number: 1, page: page, others: [other]).hashValue)
    let different = [
      Tab(number: 2, page: page, others: [other]), Tab(number: 1, page: other, others: [other]),
      Tab(number: 1, page: page), Tab(number: 1, page: page, others: [other], inDebug: page),
    ]
    #expect(!different.contains(tab))
    #expect(Set(different + [tab]).count == 5)
  }

  @Test func aPathOfThemHoldsItsModels() {
    let navigation = Navigation().withAnchor()
    navigation.path = [.page(page), .next(.page(other)), .none]
    #expect(page.node.context.isLive && other.node.context.isLive)
    navigation.path.removeAll { $0 == .page(page) }
    #expect(!page.node.context.isLive)
    #expect(navigation.path.firstIndex(of: .next(.page(other))) == 0)
    navigation.destination = .edit(page)
    #expect(navigation.destination == .edit(page))
    #expect(navigation.destination?.id == Navigation.Destination.edit(page).id)
  }

  @Test func casesAreMembersWhereTheEnumAsksForIt() {
    #expect(Trail.page(page).page?.title == "a")
    #expect(Trail.none.page == nil)
    #expect(Trail.titled(page, title: "t", count: 3).titled?.count == 3)
    let navigation = Navigation(destination: .alert("!")).withAnchor()
    #expect(navigation.destination?.alert == "!")
    #expect(navigation.destination?.edit == nil)
  }
}

private indirect enum PlainTrail: Hashable {
  case end(Int)
  case next(PlainTrail)
}

/// A value inside others.
private func nest<Value>(_ last: Value, _ depth: Int, _ next: (Value) -> Value) -> Value {
  (0..<depth).reduce(last) { value, _ in next(value) }
}
