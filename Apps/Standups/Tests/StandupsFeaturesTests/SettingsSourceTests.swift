import StandupsData
import StandupsFeatures
import StrataSources
import StrataStores
import Testing

@Suite struct SettingsSourceTests {
  private let quiet = StandupsData.Settings(defaultSeconds: 60, rings: false)

  @Test func areNotFoundBeforeTheFileIsRead() throws {
    let desk = Desk(file: .memory(StandupsDocument(settings: quiet)))
    let before = try #require(desk.settings.model.notFound)
    #expect(before.error == nil)
    #expect(desk.settings.model.settings == StandupsData.Settings())
    desk.documents.load()
    #expect(desk.settings.model.found?.value == quiet)
    #expect(before.set.isAvailable, "what sets them is the same in either state")
  }

  @Test func sayWhyTheyCannotBeRead() {
    let failure = StandupsError(.data, "damaged", place: "memory")
    let desk = Desk(file: .memory(failing: failure))
    desk.documents.load()
    #expect(desk.settings.model.notFound?.error as? StandupsError == failure)
    desk.settings.model.set(quiet)
    #expect(desk.documents.state.failure == failure)
    #expect(desk.settings.model.found == nil)
  }

  @Test func areKeptInTheDocumentAndClearedThere() {
    let standup = team()
    let desk = Desk(file: .memory(StandupsDocument(standups: [standup])))
    desk.documents.load()
    desk.settings.model.set(quiet)
    #expect(desk.documents.state.change == .settings(quiet))
    #expect(desk.documents.state.document?.settings == quiet)
    #expect(desk.documents.state.document?.standups == [standup])
    #expect(desk.settings.model.found?.value == quiet)
    desk.settings.model.clear?()
    #expect(desk.settings.model.found?.value == StandupsData.Settings())
  }

  @Test func losesNothingThatSomebodyElseHasChangedMeanwhile() {
    let file = DataFile.memory()
    let (desk, other) = (Desk(file: file), Desk(file: file))
    desk.documents.load()
    other.documents.load()
    other.settings.model.set(StandupsData.Settings(rings: false))
    desk.settings.model.set(StandupsData.Settings(defaultSeconds: 60))
    #expect(desk.settings.model.found?.value == quiet)
    other.documents.load()
    #expect(other.settings.model.found?.value == quiet)
  }

  @Test func stayWhatTheyWereWhenAChangeFails() {
    let desk = Desk(file: .memory(StandupsDocument(settings: quiet)))
    desk.documents.load()
    desk.documents.change { _ throws(StandupsError) in throw StandupsError(.usage, "No.") }
    #expect(desk.settings.model.found?.value == quiet)
  }
}
