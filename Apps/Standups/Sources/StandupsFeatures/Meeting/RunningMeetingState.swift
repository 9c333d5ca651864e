import StandupsData
import StrataStores

/// The state of the running meeting.
package struct RunningMeetingState: StateContainer {
  package enum State: EnumState {
    case running(MeetingProgress)
    case paused(MeetingProgress)
    /// The question what becomes of it is open.
    case asking(MeetingProgress)
    case ended(MeetingProgress)
  }

  package var current: State

  /// The state of a meeting.
  package init(_ progress: MeetingProgress) {
    current = Self.state(of: progress)
  }
}

// MARK: - Queries

extension RunningMeetingState {
  /// The progress of the meeting.
  package var progress: MeetingProgress {
    switch current {
    case .running(let progress), .paused(let progress), .asking(let progress),
      .ended(let progress):
      progress
    }
  }
}

// MARK: - Transactions

extension RunningMeetingState {
  /// Takes over where the model stands.
  package mutating func follow(_ progress: MeetingProgress) {
    update { $0.current = Self.state(of: progress) }
  }

  private static func state(of progress: MeetingProgress) -> State {
    switch progress.phase {
    case .running: .running(progress)
    case .paused: .paused(progress)
    case .asking: .asking(progress)
    case .ended: .ended(progress)
    }
  }
}
