import StrataStores

struct SessionState: StateContainer {
  enum State: EnumState {
    case signedOut
    case signedIn(String)
  }

  var current = State.signedOut
}

// SAFETY: stores nothing beside the state.
final class Session: Store<SessionState>, @unchecked Sendable {
  init() { super.init(initialState: .init(), delivery: .immediate) }

  func signIn(_ name: String) { state.current = .signedIn(name) }
}

let session = Session()
let subscription = session.subscribe { print($0.current) }
session.signIn("Ada")
subscription.stop()
