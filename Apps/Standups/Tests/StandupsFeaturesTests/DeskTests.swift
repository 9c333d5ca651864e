import Foundation
import StandupsData
import StandupsFeatures
import StrataConcurrency
import StrataDependencies
import StrataSources
import StrataStores
import Testing

@Suite struct DeskTests {
  private func meeting(_ seconds: Int) -> Meeting {
    Meeting(
      id: UUID(),
      date: Date(timeIntervalSince1970: 100),
      seconds: seconds,
      ending: .finished,
      turns: [Turn(name: "Ada", seconds: seconds)]
    )
  }

  @Test func knowsNothingBeforeTheFileIsRead() {
    let desk = Desk(file: .memory(StandupsDocument(standups: [team()])))
    #expect(desk.standups.state.current == .unknown)
    #expect(desk.settings.model.notFound != nil)
    #expect(desk.statistics.state.current == .uncounted)
  }

  @Test func storesFollowTheFile() {
    var standup = team()
    standup.meetings = [meeting(60)]
    let settings = StandupsData.Settings(defaultSeconds: 60, rings: false)
    let desk = Desk(file: .memory(StandupsDocument(settings: settings, standups: [standup])))
    desk.documents.load()
    #expect(desk.standups.state.standups == [standup])
    #expect(desk.settings.model.found?.value == settings)
    #expect(desk.statistics.state.current == .counted(Statistics(of: [standup])))
    desk.documents.change { document throws(StandupsError) in
      .removed(try document.remove(document.standups[0].id))
    }
    #expect(desk.standups.state.current == .none)
    #expect(desk.statistics.state.current == .counted(Statistics(of: [])))
  }

  /// Otherwise the `undo` of another process could read the record before the change is in it.
  @Test func aChangeIsRecordedBeforeAnotherProcessCanChangeTheFile() {
    let isLocked = Locked(false, rank: .leaf)
    let recorded = Recorded<Bool>()
    var file = DataFile.memory()
    file.change = { [change = file.change] (onWait, body, afterwards) throws(StandupsError) in
      isLocked.withLock { $0 = true }
      defer { isLocked.withLock { $0 = false } }
      return try change(onWait, body, afterwards)
    }
    file.journal = DataFile.Journal(
      path: "memory.changes",
      lines: { () throws(StandupsError) in [] },
      append: { _ throws(StandupsError) in
        recorded.add(isLocked.withLock { $0 })
        return nil
      },
      digest: { () throws(StandupsError) in nil }
    )
    withDependencies {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    } operation: {
      let desk = Desk(file: file)
      desk.documents.change { document throws(StandupsError) in
        .added(try document.add(StandupDraft(title: "One"), makeID: { UUID() }))
      }
    }
    #expect(recorded.values == [true])
  }

  @Test func keepsWhatWasKnownWhenAChangeFails() {
    let standup = team()
    let desk = Desk(file: .memory(StandupsDocument(standups: [standup])))
    desk.documents.load()
    desk.documents.change { document throws(StandupsError) in
      document.standups = []
      throw StandupsError(.usage, "No.")
    }
    #expect(desk.documents.state.failure?.message == "No.")
    #expect(desk.standups.state.standups == [standup])
    desk.documents.load()
    #expect(desk.documents.state.failure == nil)
    #expect(desk.documents.state.document?.standups == [standup])
  }

  @Test func tellsWhatAChangeDid() throws {
    let desk = Desk(file: .memory())
    desk.documents.change { document throws(StandupsError) in
      .added(try document.add(StandupDraft(title: "One"), makeID: { UUID() }))
    }
    let added = try #require(desk.standups.state.standups.first)
    #expect(desk.documents.state.change == .added(added))
    desk.documents.load()
    #expect(desk.documents.state.change == nil)
  }

  @Test func failsAsTheFileFails() {
    let failure = StandupsError(.data, "damaged", place: "memory")
    let desk = Desk(file: .memory(failing: failure))
    desk.documents.load()
    #expect(desk.documents.state.current == .failed(failure))
    #expect(desk.standups.state.current == .unknown)
  }

  @Test func countsWhatIsChosen() {
    var (one, two) = (team(), team())
    two.id = UUID()
    two.handle = "other"
    two.title = "Other"
    one.meetings = [meeting(60)]
    two.meetings = [meeting(90)]
    let desk = Desk(file: .memory(StandupsDocument(standups: [one, two])))
    desk.statistics.count("other", since: nil)
    desk.documents.load()
    #expect(desk.statistics.state.current == .counted(Statistics(of: [two])))
    desk.statistics.count(nil, since: Date(timeIntervalSince1970: 200))
    let none = Statistics(of: [one, two], since: Date(timeIntervalSince1970: 200))
    #expect(desk.statistics.state.current == .counted(none))
    desk.statistics.count("nobody", since: nil)
    guard case .failed(let failure) = desk.statistics.state.current else {
      Issue.record("\(desk.statistics.state.current)")
      return
    }
    #expect(
      failure.message
        == "There is no stand-up \"nobody\". The command `list` shows those there are."
    )
  }

  /// One change of the file is one update of each store that follows it.
  @Test func tellsOneChangeOnce() {
    let desk = Desk(file: .memory(StandupsDocument(standups: [team()])))
    let updates = Recorded<String>()
    let statistics = desk.statistics.subscribe { updates.add($0.current.name) }
    desk.documents.load()
    desk.documents.load()
    #expect(updates.values == ["uncounted", "counted"])
    withExtendedLifetime(statistics) {}
  }
}
