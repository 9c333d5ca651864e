package import StandupsData
package import Strata

/// A running meeting: its time passes with the clock of its position in the tree.
@Model package struct RunningMeeting {
  package enum Event: Hashable, Sendable {
    /// It has ended, now and only once; `nil` if it was discarded.
    case ended(Meeting?)
  }

  /// The id for saving the meeting.
  package let id: Meeting.ID
  /// The progress of the meeting.
  package private(set) var progress: MeetingProgress

  /// Makes a meeting that goes on once it is part of a live tree.
  package init(_ progress: MeetingProgress, id: Meeting.ID) {
    self.id = id
    self.progress = progress
  }

  /// The meeting to save; `nil` while it runs and when it was discarded.
  package var meeting: Meeting? { progress.meeting(id: id) }

  /// Lets time pass, a second at a time, until the meeting has ended.
  package func onActivate() {
    node.task("meeting clock") {
      for await _ in node.continuousClock.timer(interval: .seconds(1)) {
        change { $0.tick() }
        if progress.isEnded { return }
      }
    }
  }

  /// Does what a person wants.
  package func apply(_ input: MeetingInput) {
    change { $0.apply(input) }
  }

  /// The change that ends the meeting sends the event, even if several changes try to end it at once.
  private func change(_ change: (inout MeetingProgress) -> Void) {
    if progress.hasEnded(by: change) { node.send(.ended(meeting)) }
  }
}
