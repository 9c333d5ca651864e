import Foundation
package import StandupsData
package import Strata

/// One stand-up, and what is being done with it.
@Model package struct StandupDetail {
  package enum Event: Hashable, Sendable {
    case edited(StandupDraft)
    case removed
    case removedMeeting(Meeting.ID)
    case recorded(Meeting)
  }

  /// The screens that can be open beside the stand-up.
  @ModelContainer package enum Destination: Sendable {
    case edit(StandupForm)
    case record(RunningMeeting)
  }

  /// The stand-up, as the data file last had it.
  package var standup: Standup
  package var destination: Destination?

  package init(_ standup: Standup) {
    self.standup = standup
  }

  /// Forwards the events of its form and its meeting.
  package func onActivate() {
    node.forEach(node.event(fromType: StandupForm.self), name: "form of a stand-up") { event, _ in
      switch event {
      case .saved(let draft): node.send(.edited(draft))
      case .cancelled: destination = nil
      }
    }
    node.forEach(node.event(fromType: RunningMeeting.self), name: "end of a meeting") { event, _ in
      switch event {
      case .ended(let meeting?): node.send(.recorded(meeting))
      case .ended(nil): break
      }
    }
  }

  /// Opens a form with which the stand-up is changed.
  @discardableResult
  package func edit() -> StandupForm {
    let form = StandupForm(changing: standup)
    destination = .edit(form)
    return form
  }

  /// Begins a meeting and leaves it open until ``close()``.
  ///
  /// - Parameters:
  ///   - advance: Decides when the next person speaks.
  ///   - script: Lines that are noted as the meeting reaches them.
  /// - Returns: The live meeting.
  @discardableResult
  package func record(
    advance: MeetingProgress.Advance = .hand,
    script: TranscriptScript = TranscriptScript()
  ) -> RunningMeeting {
    let progress = MeetingProgress(
      standup,
      startedAt: node.date.now,
      advance: advance,
      script: script
    )
    let meeting = RunningMeeting(progress, id: node.uuid())
    destination = .record(meeting)
    return meeting
  }

  /// Closes what is open beside the stand-up.
  package func close() {
    destination = nil
  }

  /// Asks that the stand-up be removed, with its meetings.
  package func remove() {
    node.send(.removed)
  }

  /// Asks that one of its meetings be removed.
  package func remove(_ meeting: Meeting.ID) {
    node.send(.removedMeeting(meeting))
  }

  /// The meeting that is open.
  package var meeting: RunningMeeting? {
    if case .record(let meeting) = destination { meeting } else { nil }
  }

  /// The form that is open.
  package var form: StandupForm? {
    if case .edit(let form) = destination { form } else { nil }
  }
}
