import Foundation
import StandupsConsole
import StandupsData
import StandupsFeatures
import Strata
import StrataConcurrency
import StrataStores
import Testing

@Suite struct RecordViewStoreTests {
  @Test(arguments: 1...10)
  func followsTheMeetingAndTheSettings(seed: UInt64) async throws {
    let run = try await withSimulation(seed: seed) { simulation in
      let standup = Standup(id: id(1), handle: "ops", title: "Ops", plannedSeconds: 5)
      let document = StandupsDocument(
        settings: StandupsData.Settings(rings: false),
        standups: [standup]
      )
      let desk = Desk(
        file: DataFile(
          path: "memory",
          load: { () throws(StandupsError) in document },
          change: { (_, _, _) throws(StandupsError) in document }
        )
      )
      let begun = MeetingProgress(
        standup,
        startedAt: Date(timeIntervalSince1970: 0),
        advance: .auto
      )
      let meeting = RunningMeeting(begun, id: id(2))
        .withAnchor { $0.continuousClock = simulation.clock }
      let store = RecordViewStore(
        following: RunningMeetingStore(following: meeting, delivery: desk.delivery),
        desk.settings
      )
      let rangBefore = store.state.rings
      desk.documents.load()
      let rings = store.state.rings
      try await simulation.clock.sleep(for: .seconds(20))
      return (rangBefore, rings, store.state)
    }
    #expect(run.value.0)
    #expect(!run.value.1)
    #expect(run.value.2.current == .ended)
    #expect(run.value.2.progress.seconds == 5)
  }
}
