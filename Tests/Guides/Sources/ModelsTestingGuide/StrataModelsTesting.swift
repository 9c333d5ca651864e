import Strata
import StrataModelsTesting
import StrataTesting
import Testing

@Test(.modelTesting) func fact() async throws {
  let (appModel, tester) = AppModel().andTester {
    $0.factClient.fetch = { "\($0) is a good number." }
  }

  appModel.addButtonTapped()
  await tester.assert(appModel.counters.count == 1)

  let counter = try await tester.unwrap(appModel.counters.first).counter
  counter.incrementTapped()
  await tester.assert(counter.count == 1)
}

@Sendable func strataModelsTesting() async throws {
  // As in the test above, and without the trait.
  try await withModelTesting { try await fact() }
  try await fact()
  let (standupDetail, tester) = StandupDetail().andTester()
  standupDetail.startMeetingButtonTapped()
  await tester.assert {
    standupDetail.destination == nil
    standupDetail.didSend(.startMeeting)
  }
}
