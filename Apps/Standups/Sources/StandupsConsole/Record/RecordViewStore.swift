package import StandupsData
package import StandupsFeatures
package import StrataSources
package import StrataStores

/// Receives events of the screen of a running meeting.
protocol RecordViewDelegate: AnyObject, Sendable {
  /// Something was typed and not entered yet.
  func viewDidType(_ text: String)
  /// Something was entered.
  func viewDidEnter(_ input: MeetingInput)
}

// SAFETY: stores only constants.
/// Feeds the screen of a running meeting from the meeting's store and the settings.
package final class RecordViewStore: ViewStore<RecordViewState>, @unchecked Sendable {
  private let meeting: RunningMeetingStore

  /// Makes a store that follows others, and delivers where the meeting's does.
  package init(
    following meeting: RunningMeetingStore,
    _ settings: Source<Persistable<StandupsData.Settings>>
  ) {
    self.meeting = meeting
    super.init(initialState: RecordViewState(meeting.state.progress), delivery: meeting.delivery)
    subscribe(to: meeting) { [weak self] in self?.state.follow($0) }
    settings.subscribe(self, method: RecordViewStore.follow)
  }

  private func follow(_ settings: Persistable<StandupsData.Settings>) { state.follow(settings) }
}

extension RecordViewStore: RecordViewDelegate {
  func viewDidType(_ text: String) {
    state.show(typed: text)
  }

  func viewDidEnter(_ input: MeetingInput) {
    meeting.apply(input)
  }
}
