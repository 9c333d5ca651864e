import MainActorProgram
import StrataStores
import Testing

@Suite struct ShelfTests {
  @Test func aLabelOfTheMainActorFollowsAStore() {
    let store = ShelfStore()
    let label = ShelfLabel(store)
    #expect(label.text == "no books")
    store.add(2)
    #expect(label.text == "2 books")
    store.add(3)
    #expect(label.text == "5 books")
  }
}
