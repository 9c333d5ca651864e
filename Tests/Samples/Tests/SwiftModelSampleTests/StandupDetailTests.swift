// swift-format-ignore-file
// The sections "Asserting Events" and "Exhaustivity". The functions around the last statements are
// added.
import Strata
import StrataModelsTesting
import StrataTesting
import XCTest

@testable import SwiftModelStandups

class StandupDetailTests: XCTestCase {
  func testContinueWithoutRecording() async throws {
    let (standupDetail, tester) = StandupDetail(standup: .mock).andTester() {
      $0.speechClient.authorizationStatus = { .denied }
    }

    standupDetail.startMeetingButtonTapped()
    try await tester.unwrap(standupDetail.destination?.speechRecognitionDenied).continue()

    await tester.assert {
      standupDetail.destination?.speechRecognitionDenied != nil
      standupDetail.didSend(.startMeeting)
    }
  }

  func testRelaxed() async throws {
    let (standupDetail, tester) = StandupDetail(standup: .mock).andTester()
tester.exhaustivity = [.state, .events]
tester.showSkippedAssertions = true
    standupDetail.standup.title = "Daily"
    await tester.assert(standupDetail.standup.title == "Daily")
  }
}
