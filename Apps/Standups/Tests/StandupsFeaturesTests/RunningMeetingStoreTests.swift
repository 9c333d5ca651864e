import Foundation
import StandupsFeatures
import Strata
import StrataConcurrency
import StrataStores
import Testing

@Suite struct RunningMeetingStoreTests {
  @Test(arguments: 1...20)
  func tellsEachSecondAndTheEnd(seed: UInt64) async throws {
    let run = try await withSimulation(seed: seed) { simulation in
      let states = Recorded<RunningMeetingState>()
      let meeting = RunningMeeting(progress(advance: .auto), id: UUID())
        .withAnchor { $0.continuousClock = simulation.clock }
      let store = RunningMeetingStore(following: meeting, delivery: .immediate)
      let subscription = store.subscribe { states.add($0) }
      try await simulation.clock.sleep(for: .seconds(30))
      withExtendedLifetime(subscription) {}
      return states.values
    }
    #expect(run.value.map(\.progress.seconds) == Array(0...10))
    #expect(run.value.last.map { $0.progress.isEnded } == true)
  }

  @Test func asksAndGoesOn() async throws {
    let run = try await withSimulation(seed: 3) { simulation in
      let meeting = RunningMeeting(progress(), id: UUID())
        .withAnchor { $0.continuousClock = simulation.clock }
      let store = RunningMeetingStore(following: meeting, delivery: .immediate)
      var cases: [String] = []
      for input in [MeetingInput.ask, .resume, .pause, .pause, .pause, .ask, .save] {
        store.apply(input)
        try await simulation.clock.sleep(for: .milliseconds(10))
        cases.append(store.state.current.name)
      }
      return cases
    }
    #expect(run.value == ["asking", "running", "paused", "running", "paused", "asking", "ended"])
  }
}
