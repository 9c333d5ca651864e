import MainActorProgram
import StrataConcurrency
import StrataDependencies
import Testing

@Suite struct DeskTests {
  @Test func workComesBackToTheMainActor() async {
    let desk = withDependencies {
      $0.factClient = FactClient { "\($0) is even." }
    } operation: {
      Desk()
    }
    let announcements = desk.announcements()
    desk.look(up: 2)
    for await announced in announcements {
      #expect(announced == "2 is even.")
      break
    }
    #expect(desk.fact == "2 is even.")
    desk.close()
  }
}
