import MainActorProgram
import StrataExtensions
import Testing

@Suite struct RouteTests {
  @Test func reachesPayloadsByName() {
    var route = Route.card(Card(id: 1, title: "one"))
    route.modify(\.card) { $0.title = "two" }
    #expect(route[case: \.card]?.title == "two")
    #expect(!Route.list.is(\.card))
  }
}
