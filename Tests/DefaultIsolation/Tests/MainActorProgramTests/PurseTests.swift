import MainActorProgram
import Testing

@Suite struct PurseTests {
  @Test func aModelIsSavedAndRestoredOnTheMainActor() throws {
    let owner = Owner()
    owner.earn()
    let saved = try owner.save()
    owner.earn()
    #expect(owner.coins == 510)
    try owner.restore(from: saved)
    #expect(owner.coins == 505)
    #expect(owner.hasOnePocket)
  }
}
