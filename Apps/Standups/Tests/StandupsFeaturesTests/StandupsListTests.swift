import Foundation
import StandupsData
import StandupsFeatures
import Strata
import StrataModelsTesting
import StrataStores
import StrataTesting
import Testing

/// A person's wishes rise through the tree and reach the data file.
///
/// The tests run in many orders, because each model that passes a wish on does so in a task of its own. Nothing
/// else may change, be sent or go on running.
@Suite(.simulated(seeds: 20)) struct StandupsListTests {
  private func list(
    _ standups: [Standup] = [team()]
  ) -> (model: StandupsList, tester: ModelTester<StandupsList>) {
    let desk = withoutTestScope {
      let desk = Desk(file: .memory(StandupsDocument(standups: standups)))
      desk.documents.load()
      return desk
    }
    return StandupsList(on: desk).andTester {
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.uuid = .incrementing
    }
  }

  @Test func addsWhatAFormSays() async {
    let (list, tester) = list([])
    let form = list.beginAdding()
    form.draft = StandupDraft(title: "Morning Sync", joining: ["Ada"])
    form.save()
    await tester.assert {
      form.didSend(.saved(StandupDraft(title: "Morning Sync", joining: ["Ada"])))
      list.standups.map(\.handle) == ["morning-sync"]
      list.detail?.standup == list.standups[0]
      list.answered == 1
      list.desk.documents.state.change == .added(list.standups[0])
    }
  }

  @Test func keepsAFormOpenWhoseDraftIsRefused() async {
    let (list, tester) = list()
    let form = list.beginAdding()
    form.draft = StandupDraft(title: "SYNC", handle: "other")
    form.save()
    let refusal = StandupsError(.usage, "There is a stand-up \"Sync\" already (sync).")
    await tester.assert {
      form.didSend(.saved(form.draft))
      list.failure == refusal
      list.form?.refusal == refusal
      list.form?.draft.title == "SYNC"
      list.answered == 1
    }
    form.draft.title = "Other"
    form.save()
    await tester.assert {
      form.didSend(.saved(StandupDraft(title: "Other", handle: "other")))
      list.failure == nil
      list.standups.map(\.title) == ["Sync", "Other"]
      list.detail?.standup.title == "Other"
      list.answered == 2
    }
  }

  @Test func closesAFormThatIsCancelled() async throws {
    let (list, tester) = list()
    let form = list.beginAdding()
    form.cancel()
    await tester.assert {
      form.didSend(.cancelled)
      list.destination == nil
    }
    let detail = try list.open("sync")
    let edit = detail.edit()
    edit.cancel()
    await tester.assert {
      edit.didSend(.cancelled)
      list.detail?.standup == list.standups[0]
      detail.destination == nil
    }
  }

  @Test func editsTheOpenStandup() async throws {
    let (list, tester) = list()
    let detail = try list.open("sync")
    let form = detail.edit()
    form.draft = StandupDraft(title: "Evening Sync", leaving: ["ada"])
    form.save()
    await tester.assert {
      form.didSend(.saved(StandupDraft(title: "Evening Sync", leaving: ["ada"])))
      detail.didSend(.edited(StandupDraft(title: "Evening Sync", leaving: ["ada"])))
      list.standups.map(\.title) == ["Evening Sync"]
      list.detail?.standup.attendees.map(\.name) == ["Grace"]
      detail.destination == nil
      list.answered == 1
    }
  }

  @Test func showsInTheFormWhyAnEditIsRefused() async throws {
    let (list, tester) = list()
    let detail = try list.open("sync")
    let form = detail.edit()
    form.draft.leaving = ["Nobody"]
    form.save()
    await tester.assert {
      form.didSend(.saved(form.draft))
      detail.didSend(.edited(form.draft))
      list.detail?.form?.refusal?.code == .noInput
      list.failure?.code == .noInput
      list.answered == 1
    }
    #expect(list.standups[0].attendees.count == 2)
  }

  @Test func closesWhatIsRemoved() async throws {
    let (list, tester) = list()
    let detail = try list.open("sync")
    await tester.assert(list.detail != nil)
    detail.remove()
    await tester.assert {
      detail.didSend(.removed)
      list.standups.isEmpty
      list.destination == nil
      list.answered == 1
    }
  }

  @Test func removesOneMeeting() async throws {
    var standup = team()
    let meetings = [1.0, 2].map { second in
      Meeting(
        id: UUID(),
        date: Date(timeIntervalSince1970: second),
        seconds: 10,
        ending: .finished,
        turns: []
      )
    }
    standup.meetings = meetings
    let (list, tester) = list([standup])
    let detail = try list.open("sync")
    detail.remove(meetings[0].id)
    await tester.assert {
      detail.didSend(.removedMeeting(meetings[0].id))
      list.standups[0].meetings == [meetings[1]]
      list.detail?.standup.meetings == [meetings[1]]
      list.answered == 1
    }
  }

  @Test func keepsAMeetingThatHasEnded() async throws {
    let (list, tester) = list()
    let detail = try list.open("sync")
    let meeting = detail.record(advance: .auto)
    meeting.apply(.note("hello"))
    await tester.assert(within: .seconds(11)) {
      meeting.progress.isEnded
      meeting.didSend(.ended(list.detail?.standup.meetings.first))
      if let kept = meeting.meeting { detail.didSend(.recorded(kept)) }
      list.standups[0].meetings.map(\.seconds) == [10]
      list.standups[0].meetings.first?.transcript.map(\.text) == ["hello"]
      list.detail?.meeting != nil
      list.answered == 1
    }
  }

  @Test func keepsNothingOfADiscardedMeeting() async throws {
    let (list, tester) = list()
    let meeting = try list.open("sync").record()
    meeting.apply(.discard)
    await tester.assert(within: .seconds(2)) {
      meeting.didSend(.ended(nil))
      meeting.progress.phase == .ended(.discard)
      list.detail?.meeting != nil
      list.desk.documents.state.change == nil
    }
    #expect(list.standups[0].meetings.isEmpty)
  }

  @Test func keepsAMeetingOpenWhoseStandupIsGone() async throws {
    let (list, tester) = list()
    let detail = try list.open("sync")
    let meeting = detail.record()
    list.desk.documents.change { document throws(StandupsError) in
      .removed(try document.remove(document.standups[0].id))
    }
    await tester.assert {
      list.standups.isEmpty
      list.detail?.meeting != nil
    }
    meeting.apply(.save)
    await tester.assert {
      meeting.progress.isEnded
      meeting.didSend(.ended(meeting.meeting))
      if let unkept = meeting.meeting { detail.didSend(.recorded(unkept)) }
      list.failure?.message == "The stand-up was removed while its meeting was running."
      list.answered == 1
    }
  }

  @Test func aClosedMeetingLeavesNothingBehind() async throws {
    let (list, tester) = list()
    let detail = try list.open("sync")
    detail.record(advance: .auto)
    await tester.assert(within: .seconds(3)) {
      detail.meeting?.progress.seconds == 2
      list.detail?.meeting != nil
    }
    detail.close()
    await tester.assert(within: .seconds(100)) { detail.destination == nil }
    #expect(list.standups[0].meetings.isEmpty)
  }

  @Test func tellsWhatIsMeantByAName() async {
    let (list, tester) = list()
    let refusal = #expect(throws: StandupsError.self) { try list.open("snyc") }
    #expect(refusal?.suggestions == ["sync"])
    await tester.assert(list.destination == nil)
  }
}
