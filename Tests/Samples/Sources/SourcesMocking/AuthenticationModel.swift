// swift-format-ignore-file
// The section "Model-defined API": the model, and a mock of it. The document shows the second as
// statements of a test.
import StrataSources

struct Credentials: Sendable {}

struct AuthenticationModel {
  let isAuthenticated: Bool
  let authToken: String?
  let authError: Error?
  let logInWithCredentials: Action<Credentials>
  let logOut: Action<Void>
}
