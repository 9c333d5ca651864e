// swift-format-ignore-file
// The section "Every Source is a simple state machine", with the edits that EXCEPTIONS.md names.
import StrataSources

final class AuthManager: SourceOf<AuthenticationModel> {
  @Action(AuthManager.logIn) var logInAction // Connect Action to private method
  @Action(AuthManager.logOut) var logOutAction // Connect Action to private method

  // Specifiying an intial value for the model is the single CustomSource requirement
  lazy var initialModel: AuthenticationModel 
    = .notAuthenticated(.init(authError: nil, logInWithCredentials: logInAction))

  private func logIn(_ credentials: Credentials) {
    // Send credentials to API and wait for response
    switch result {
    case .success(let token):
      model = .authenticated(.init(authToken: token, logOut: logOutAction))
    case .failure(let error):
      model = .notAuthenticated(.init(authError: error, logInWithCredentials: logInAction))  
    }
  }

  private func logOut() {
    model = .notAuthenticated(.init(authError: nil, logInWithCredentials: logInAction))
  }
}
