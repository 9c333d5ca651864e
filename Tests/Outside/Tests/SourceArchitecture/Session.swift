import Foundation
import StrataSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session: who is there, and what can be done now.
enum SessionModel: Equatable, Sendable {
  case notAuthenticated(NotAuthenticated)
  case authenticated(Authenticated)

  struct NotAuthenticated: Equatable, Sendable {
    var error: String?
    let logIn: Action<String>
  }

  struct Authenticated: Equatable, Sendable {
    let name: String
    let logOut: Action<Void>
    let rename: Action<String>
  }

  var here: Authenticated? {
    if case .authenticated(let model) = self { return model }
    return nil
  }
  var gone: NotAuthenticated? {
    if case .notAuthenticated(let model) = self { return model }
    return nil
  }
}

// SAFETY: what it adds is changed by one thread at a time.
final class SessionSource: SourceOf<SessionModel>, @unchecked Sendable {
  @Action(SessionSource.logIn) private var logInAction
  @Action(SessionSource.logOut) private var logOutAction
  @Action(SessionSource.rename) private var renameAction
  lazy var initialModel = SessionModel.notAuthenticated(.init(error: nil, logIn: logInAction))

  private func logIn(_ name: String) {
    if name.isEmpty {
      model = .notAuthenticated(.init(error: "no name", logIn: logInAction))
    } else {
      model = .authenticated(.init(name: name, logOut: logOutAction, rename: renameAction))
    }
  }
  private func logOut() { model = .notAuthenticated(.init(error: nil, logIn: logInAction)) }
  private func rename(_ name: String) {
    model = .authenticated(.init(name: name, logOut: logOutAction, rename: renameAction))
  }
}

/// Numbers that are set from outside.
// SAFETY: what it adds is changed by one thread at a time.
final class NumberSource: SourceOf<Int>, @unchecked Sendable {
  private(set) var beginnings = 0
  lazy var initialModel: Int = {
    beginnings += 1
    return 0
  }()
  func set(_ number: Int) { model = number }
  func add(_ number: Int) { model += number }
}

/// Writes down what it is called with.
// SAFETY: one thread at a time uses it.
final class Diary<Model>: @unchecked Sendable {
  var entries: [Model] = []
  func write(_ model: Model) { entries.append(model) }
  func mark() { marks += 1 }
  var marks = 0
}

/// A network of answers in a row.
// SAFETY: one thread at a time uses it.
final class Answers: DataTransport, @unchecked Sendable {
  var answers: [Result<String, any Error>]
  var requests = 0

  init(_ answers: Result<String, any Error>...) { self.answers = answers }

  func load(
    _ request: URLRequest,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> Data {
    requests += 1
    let answer = answers.count > 1 ? answers.removeFirst() : answers[0]
    return Data(try answer.get().utf8)
  }
}

struct Offline: Error, Equatable {}

extension URLRequest {
  static var some: URLRequest { URLRequest(url: URL(string: "http://localhost/x.json")!) }
}
