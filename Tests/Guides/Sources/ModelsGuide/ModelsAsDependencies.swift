import ArticleOutput
import Strata

@Model struct Session {
  var user: String?
  func signIn(_ name: String) { user = name }
}

extension Session: DependencyKey {
  static let liveValue = Session()
}

extension DependencyValues {
  var session: Session {
    get { self[Session.self] }
    set { self[Session.self] = newValue }
  }
}

@Model struct Inbox {
  @ModelDependency var session: Session
  var title: String { session.user.map { "Mail of \($0)" } ?? "Nobody is signed in" }
}

@Model struct Office {
  var inboxes: [Inbox] = []
}

@Sendable func modelsAsDependencies() async throws {
  // As in a program, which gets no warning about the use of a live value.
  try await withDependencies {
    $0.context = .live
  } operation: {
    try await liveModelsAsDependencies()
  }
}

private func liveModelsAsDependencies() async throws {
  let office = Office(inboxes: [Inbox(), Inbox()]).withAnchor()
  office.node.session.signIn("Ann")
  print(office.inboxes[1].title)  // Mail of Ann

  let other = Office(inboxes: [Inbox()]).withAnchor()
  print(other.inboxes[0].title)  // Nobody is signed in

  let guest = Session()
  let visit = Office(
    inboxes: [Inbox(), Inbox().withDependencies { $0.session = guest }]
  ).withAnchor()
  visit.inboxes[1].session.signIn("Bo")
  print(visit.inboxes[0].title)  // Nobody is signed in
  print(visit.inboxes[1].title)  // Mail of Bo
  print(guest.user ?? "-")  // Bo
}
