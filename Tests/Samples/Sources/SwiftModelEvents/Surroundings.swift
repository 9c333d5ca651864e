import Strata

// Declarations that the document's samples use and do not show.

extension AppEvent {
  /// Another name of the event, which the document also uses.
  static let userWasLoggedOut = AppEvent.logout
}

@Model struct ChildModel {
  var isLoggedOut = false

  func onActivate() {
    node.forEach(node.event(of: AppEvent.userWasLoggedOut)) { isLoggedOut = true }
  }
}
