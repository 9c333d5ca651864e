// swift-format-ignore-file
// The section "Events". The document shows methods; the models around them are added.
import Strata

enum AppEvent { 
  case logout
}

extension ChildModel {
func onLogoutTapped() { // ChildModel
  node.send(AppEvent.logout)
}
}

@Model struct AppModel {
  var user: String? = "Ada"
  var child = ChildModel()

func onActivate() { // AppModel
  node.forEach(node.event(of: AppEvent.logout)) {
    user = nil
  }
}

func userWasLoggedOut() {
node.send(AppEvent.userWasLoggedOut, to: .descendants)
}
}

@Model struct StandupDetail {
  enum Event {
    case deleteStandup
    case startMeeting
  }

  func deleteButtonTapped() {
    node.send(.deleteStandup)
  }
}

@Model struct StandupsModel {
  var detail: StandupDetail? = StandupDetail()
  var isInMeeting = false

// The document leaves the work of each case out.
func onActivate() {
node.forEach(node.event(fromType: StandupDetail.self)) { event, standupDetail in
  switch event {
  case .deleteStandup: if detail?.id == standupDetail.id { detail = nil }
  case .startMeeting: isInMeeting = true
  }
}
}
}
