import ArticleOutput
import Strata

enum AppEvent { case logout }

@Model struct AccountModel {
  func logoutTapped() {
    node.send(AppEvent.logout)
  }
}

@Model struct SessionModel {
  var user: String? = "Ada"
  var account = AccountModel()

  func onActivate() {
    node.forEach(node.event(of: AppEvent.logout)) { user = nil }
  }
}

@Model struct StandupDetail {
  enum Event { case deleteStandup, startMeeting }
  func deleteButtonTapped() { node.send(.deleteStandup) }
}

@Model struct StandupsModel {
  var standups: [StandupDetail] = []

  func onActivate() {
    node.forEach(node.event(fromType: StandupDetail.self)) { event, detail in
      guard event == .deleteStandup else { return }
      standups.removeAll { $0.isSameModel(as: detail) }
    }
  }
}

protocol Closable: Model {}

extension StandupDetail: Closable {}
extension AccountModel: Closable {}

enum WindowEvent { case closeTapped }

@Sendable func eventsOfModels() async throws {
  let session = SessionModel().withAnchor()
  var users = session.change(of: \.user, initial: false).makeAsyncIterator()
  session.account.logoutTapped()
  _ = await users.next()
  print(session.user ?? "nobody")  // nobody

  let list = StandupsModel(standups: [StandupDetail(), StandupDetail()]).withAnchor()
  let closed = list.node.event(of: WindowEvent.closeTapped, fromType: (any Closable).self)
  let deleted = list.node.event(of: .deleteStandup, fromType: StandupDetail.self)
  var counts = list.change(of: \.standups.count, initial: false).makeAsyncIterator()
  list.standups[0].deleteButtonTapped()
  print(await counts.next() ?? -1)  // 1
  _ = (closed, deleted)
}
