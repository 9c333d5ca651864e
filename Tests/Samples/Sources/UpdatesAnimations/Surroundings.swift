// Declarations that the document's section leaves out.
struct Credentials: Sendable {
  var name: String
}

struct State: Equatable {
  var user: String?
}

enum Action {
  case authenticate(Credentials)
}

struct Environment {}
