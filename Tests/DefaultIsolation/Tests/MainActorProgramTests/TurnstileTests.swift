import MainActorProgram
import StrataUpdates
import Testing

@Suite struct TurnstileTests {
  @Test func aDisplayOfTheMainActorFollowsAStore() {
    let display = TurnstileDisplay()
    #expect(display.text == "0 passed")
    display.push()
    display.store.send(.count(from: 7))
    display.push()
    #expect(display.text == "8 passed")
  }
}
