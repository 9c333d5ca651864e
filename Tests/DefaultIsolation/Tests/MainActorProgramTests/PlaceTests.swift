import MainActorProgram
import StrataEvents
import Testing

@Suite struct PlaceTests {
  @Test func newsTravelUpAndDown() async {
    let town = Place("town")
    let shop = Place("shop")
    town.add(shop)
    var atTown = town.senders(of: .closed).makeAsyncIterator()
    var atShop = shop.senders(of: .closed).makeAsyncIterator()
    shop.send(.opened)
    shop.send(.closed)
    town.send(.closed, to: .descendants)
    #expect(await atTown.next() == "shop")
    #expect(await atShop.next() == "shop")
    #expect(await atShop.next() == "town")
  }
}
