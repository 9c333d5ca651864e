import Strata

// Declarations that the document's sample of a test uses and does not show.

struct Standup: Equatable {
  var title: String

  static let mock = Standup(title: "Design")
}

struct SpeechClient: DependencyKey {
  enum Status: Equatable {
    case authorized
    case denied
  }

  var authorizationStatus: @Sendable () -> Status

  static let liveValue = SpeechClient { .authorized }
}

extension DependencyValues {
  var speechClient: SpeechClient {
    get { self[SpeechClient.self] }
    set { self[SpeechClient.self] = newValue }
  }
}

@Model struct SpeechRecognitionDenied {
  let onContinue: () -> Void

  func `continue`() { onContinue() }
}

@ModelContainer @CasePathable enum Destination {
  case edit
  case speechRecognitionDenied(SpeechRecognitionDenied)

  var speechRecognitionDenied: SpeechRecognitionDenied? { self[case: \.speechRecognitionDenied] }
}

@Model struct StandupDetail {
  enum Event {
    case deleteStandup
    case startMeeting
  }

  var standup: Standup
  var destination: Destination?

  func startMeetingButtonTapped() {
    switch node.speechClient.authorizationStatus() {
    case .authorized: node.send(.startMeeting)
    case .denied:
      destination = .speechRecognitionDenied(SpeechRecognitionDenied { node.send(.startMeeting) })
    }
  }
}
