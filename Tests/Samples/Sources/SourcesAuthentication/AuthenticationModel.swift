// swift-format-ignore-file
// The section "Model-defined API": states with the actions that are legal in them.
import StrataSources

enum AuthenticationModel {
  case notAuthenticated(NotAuthenticated)
  case authenticated(Authenticated)
  
  struct NotAuthenticated {
    let authError: Error?
    let logInWithCredentials: Action<Credentials>
  }
  
  struct Authenticated {
    let authToken: String
    let logOut: Action<Void>
  }
}
