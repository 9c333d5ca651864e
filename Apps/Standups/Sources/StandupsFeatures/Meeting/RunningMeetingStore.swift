import Strata
package import StrataStores

// SAFETY: stores only constants.
/// Follows the meeting's model, and notifies subscribers of its progress.
package final class RunningMeetingStore: Store<RunningMeetingState>, @unchecked Sendable {
  private let meeting: RunningMeeting
  private let tracker: Tracker
  private let following = CancellationScope()

  /// Makes a store that follows a meeting in its tree.
  ///
  /// - Parameters:
  ///   - meeting: A live model; it has to stay alive until it has ended.
  ///   - delivery: Delivers changes to subscribers.
  package init(following meeting: RunningMeeting, delivery: StoreDelivery) {
    let (changes, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    tracker = Tracker("running meeting store", at: .thisLine()) { continuation.yield() }
    self.meeting = meeting
    super.init(initialState: RunningMeetingState(meeting.progress), delivery: delivery)
    continuation.yield()
    follow(changes)
  }

  deinit {
    following.close()
    tracker.cancel()
  }

  /// The current progress of the meeting; subscribers may be notified with a delay.
  package var progress: MeetingProgress { meeting.progress }

  /// Does what a person wants.
  package func apply(_ input: MeetingInput) {
    meeting.apply(input)
  }

  /// Reads the model anew each time it has changed since it was last read.
  ///
  /// It reads on one task, because readings that overlap could be delivered in the wrong order.
  private func follow(_ changes: AsyncStream<Void>) {
    let tracker = tracker
    following.task(name: "follow the meeting") { [weak self] in
      for await _ in changes {
        guard let self else { return }
        let progress = tracker.track { meeting.progress }
        state.follow(progress)
        if progress.isEnded { return }
      }
    }
  }
}
