import StandupsData
package import StandupsFeatures
import StrataSources
import StrataStores

/// The state that the screen of a running meeting shows.
package struct RecordViewState: ViewState {
  package enum State: EnumState {
    case running
    case paused
    case asking
    case ended
  }

  package var current: State
  /// The state of the meeting.
  package private(set) var progress: MeetingProgress
  /// The text since the last Return.
  package private(set) var typed = ""
  /// Whether the bell may ring.
  package private(set) var rings = false

  /// The state of a meeting.
  package init(_ progress: MeetingProgress) {
    self.progress = progress
    current = Self.state(of: progress)
  }
}

// MARK: - Transactions

extension RecordViewState {
  /// Takes over where the meeting stands.
  mutating func follow(_ meeting: RunningMeetingState) {
    update {
      $0.progress = meeting.progress
      $0.current = Self.state(of: meeting.progress)
    }
  }

  /// Takes over whether the bell may ring.
  mutating func follow(_ settings: Persistable<StandupsData.Settings>) {
    update { $0.rings = settings.settings.rings }
  }

  /// Shows what is being typed.
  mutating func show(typed: String) {
    update { $0.typed = typed }
  }

  private static func state(of progress: MeetingProgress) -> State {
    switch progress.phase {
    case .running: .running
    case .paused: .paused
    case .asking: .asking
    case .ended: .ended
    }
  }
}
