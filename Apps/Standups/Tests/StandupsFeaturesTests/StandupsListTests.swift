import Foundation
import StandupsData
import StandupsFeatures
import Strata
import StrataConcurrency
import StrataStores
import Testing

/// What a person wishes for rises through the tree and reaches the data file.
@Suite struct StandupsListTests {
  /// Lets a person act on the list over a file, until nothing is left to do.
  private func after(
    _ standups: [Standup] = [team()],
    seed: UInt64 = 1,
    failing: StandupsError? = nil,
    _ act: @escaping @Sendable (StandupsList) async throws -> Void
  ) async throws -> StandupsList {
    let desk = Desk(file: .memory(StandupsDocument(standups: standups), failing: failing))
    desk.documents.load()
    return try await withSimulation(seed: seed) { simulation in
      let list = StandupsList(on: desk).withAnchor {
        $0.continuousClock = simulation.clock
        $0.date = .constant(Date(timeIntervalSince1970: 0))
        $0.uuid = .incrementing
      }
      try await act(list)
      try await simulation.clock.sleep(for: .seconds(100))
      return list
    }.value
  }

  @Test(arguments: 1...10)
  func addsWhatAFormSays(seed: UInt64) async throws {
    let list = try await after([], seed: seed) { list in
      let form = list.beginAdding()
      form.draft = StandupDraft(title: "Morning Sync", joining: ["Ada"])
      form.save()
    }
    #expect(list.standups.map(\.handle) == ["morning-sync"])
    #expect(list.detail?.standup == list.standups.first)
    #expect(list.desk.documents.state.change == .added(list.standups[0]))
  }

  @Test func keepsAFormOpenWhoseDraftIsRefused() async throws {
    let list = try await after { list in
      let form = list.beginAdding()
      form.draft = StandupDraft(title: "SYNC", handle: "other")
      form.save()
    }
    let refusal = StandupsError(.usage, "There is a stand-up \"Sync\" already (sync).")
    #expect(list.failure == refusal)
    guard case .add(let form) = list.destination else {
      Issue.record("\(String(describing: list.destination))")
      return
    }
    #expect(form.refusal == refusal)
    #expect(form.draft.title == "SYNC")
  }

  @Test func closesAFormThatIsCancelled() async throws {
    let list = try await after { list in
      list.beginAdding().cancel()
    }
    #expect(list.destination == nil)
    let other = try await after { list in
      try list.open("sync").edit().cancel()
    }
    #expect(other.detail?.destination == nil)
    #expect(other.detail != nil)
  }

  @Test(arguments: 1...10)
  func editsTheOpenStandup(seed: UInt64) async throws {
    let list = try await after(seed: seed) { list in
      let form = try list.open("sync").edit()
      form.draft.title = "Evening Sync"
      form.draft.leaving = ["ada"]
      form.save()
    }
    #expect(list.standups.map(\.title) == ["Evening Sync"])
    #expect(list.detail?.standup.attendees.map(\.name) == ["Grace"])
    #expect(list.detail?.destination == nil)
    #expect(list.failure == nil)
  }

  @Test func showsInTheFormWhyAnEditIsRefused() async throws {
    let list = try await after { list in
      let form = try list.open("sync").edit()
      form.draft.leaving = ["Nobody"]
      form.save()
    }
    #expect(list.detail?.form?.refusal?.code == .noInput)
    #expect(list.standups[0].attendees.count == 2)
  }

  @Test func closesWhatIsRemoved() async throws {
    let list = try await after { list in try list.open("sync").remove() }
    #expect(list.standups.isEmpty)
    #expect(list.destination == nil)
  }

  @Test func removesOneMeeting() async throws {
    var standup = team()
    let meetings = [1, 2].map { second in
      Meeting(
        id: UUID(),
        date: Date(timeIntervalSince1970: second),
        seconds: 10,
        ending: .finished,
        turns: []
      )
    }
    standup.meetings = meetings
    let list = try await after([standup]) { list in try list.open("sync").remove(meetings[0].id) }
    #expect(list.standups[0].meetings == [meetings[1]])
    #expect(list.detail?.standup.meetings == [meetings[1]])
  }

  @Test(arguments: 1...10)
  func keepsAMeetingThatHasEnded(seed: UInt64) async throws {
    let list = try await after(seed: seed) { list in
      try list.open("sync").record(advance: .auto).apply(.note("hello"))
    }
    let meeting = try #require(list.standups[0].meetings.first)
    #expect(meeting.seconds == 10)
    #expect(meeting.transcript.map(\.text) == ["hello"])
    #expect(list.detail?.standup.meetings == [meeting])
    #expect(list.detail?.isRecording == true)
  }

  @Test func keepsNothingOfADiscardedMeeting() async throws {
    let list = try await after { list in
      try list.open("sync").record().apply(.discard)
    }
    #expect(list.standups[0].meetings.isEmpty)
    #expect(list.desk.documents.state.change == nil)
  }

  @Test func keepsAMeetingOpenWhoseStandupIsGone() async throws {
    let list = try await after { list in
      let meeting = try list.open("sync").record()
      list.desk.documents.change { document throws(StandupsError) in
        .removed(try document.remove(document.standups[0].id))
      }
      meeting.apply(.save)
    }
    #expect(list.failure?.message == "The stand-up was removed while its meeting was running.")
    #expect(list.detail?.isRecording == true)
  }

  @Test func endsTheClockOfAMeetingThatIsClosed() async throws {
    let list = try await after { list in
      let detail = try list.open("sync")
      detail.record(advance: .auto)
      detail.close()
    }
    #expect(list.standups[0].meetings.isEmpty)
  }

  @Test func tellsWhatIsMeantByAName() {
    let list = StandupsList(on: Desk(file: .memory(StandupsDocument(standups: [team()]))))
      .withAnchor()
    list.desk.documents.load()
    #expect(throws: StandupsError.self) { try list.open("snyc") }
    #expect(list.destination == nil)
  }

  @Test func letsGoOfEverything() async throws {
    let clock = TestClock()
    let desk = Desk(file: .memory(StandupsDocument(standups: [team()])))
    desk.documents.load()
    weak var context: AnyObject?
    do {
      let list = StandupsList(on: desk).withAnchor { $0.continuousClock = clock }
      try list.open("sync").record()
      context = list.node.context
    }
    await clock.run()
    #expect(clock.sleeperCount == 0)
    #expect(context == nil)
  }
}
