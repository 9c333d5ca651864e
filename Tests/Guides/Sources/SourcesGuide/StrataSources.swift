import StrataSources

@Sendable func strataSources() {
  // SAFETY: the source adds no state but actions and the first model, which the base class guards.
  enum SessionModel {
    case notAuthenticated(logIn: Action<String>)
    case authenticated(name: String, logOut: Action<Void>)
  }

  final class SessionSource: SourceOf<SessionModel>, @unchecked Sendable {
    @Action(SessionSource.logIn) private var logInAction
    @Action(SessionSource.logOut) private var logOutAction
    lazy var initialModel = SessionModel.notAuthenticated(logIn: logInAction)

    private func logIn(_ name: String) { model = .authenticated(name: name, logOut: logOutAction) }
    private func logOut() { model = .notAuthenticated(logIn: logInAction) }
  }

  let session = SessionSource().eraseToSource()
  if case .notAuthenticated(let logIn) = session.model { logIn("Ada") }
  guard case .authenticated("Ada", _) = session.model else {
    preconditionFailure("Ada is not logged in")
  }
}
