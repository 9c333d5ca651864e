import Foundation
import StandupsData
import StandupsFeatures
import Strata
import StrataConcurrency
import Testing

@Suite struct RunningMeetingTests {
  @Test func timePassesWithTheClockOfItsPlace() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let meeting = RunningMeeting(progress(), id: UUID()).withAnchor {
        $0.continuousClock = simulation.clock
      }
      try await simulation.clock.sleep(for: .seconds(3.5))
      #expect(meeting.progress.seconds == 3)
      meeting.apply(.next)
      try await simulation.clock.sleep(for: .seconds(2))
      #expect(meeting.progress.turns.map(\.seconds) == [3, 2])
    }
  }

  @Test func timeStopsWhenTheMeetingHasEnded() async throws {
    let run = try await withSimulation(seed: 2) { simulation in
      let meeting = RunningMeeting(progress(advance: .auto), id: UUID())
        .withAnchor { $0.continuousClock = simulation.clock }
      try await simulation.clock.sleep(for: .seconds(60))
      return meeting.progress
    }
    #expect(run.value.seconds == 10)
    #expect(run.value.isEnded)
  }

  @Test func timeStopsWhenNobodyHoldsTheMeeting() async {
    let clock = TestClock()
    do {
      let meeting = RunningMeeting(progress(), id: UUID()).withAnchor { $0.continuousClock = clock }
      await clock.advance(by: .seconds(2))
      #expect(meeting.progress.seconds <= 2)
    }
    await clock.run()
    #expect(clock.sleeperCount == 0)
  }

  /// No wish gets lost between the clock's ticks, on any thread.
  @Test(arguments: 1...20)
  func losesNeitherTicksNorWishes(seed: UInt64) async throws {
    let run = try await withSimulation(seed: seed) { simulation in
      let meeting = RunningMeeting(progress(team(seconds: 1000)), id: UUID())
        .withAnchor { $0.continuousClock = simulation.clock }
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<4 {
          group.addTask {
            for step in 0..<10 {
              meeting.apply(.note("\(worker).\(step)"))
              try? await simulation.clock.sleep(for: .milliseconds(100 + worker * 7))
            }
          }
        }
      }
      try await simulation.clock.sleep(for: .seconds(20))
      return meeting.progress
    }
    #expect(run.value.transcript.count == 40)
    #expect(run.value.seconds == 21)
  }
}
