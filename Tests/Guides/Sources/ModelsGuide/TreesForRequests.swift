import ArticleOutput
import Strata

struct User: Sendable {
  var name: String
}

@Model struct RequestModel {
  let path: String
  private(set) var log: [String] = []

  func respond() async -> String {
    log.append("begin \(path)")
    node.task("audit") { log.append("audited") }
    return "Hello, \(node.user.name), at \(path)"
  }
}

@Model struct ServerModel {
  private(set) var servedCount = 0
  func countRequest() { servedCount += 1 }
}

struct UserKey: DependencyKey {
  static let liveValue = User(name: "nobody")
  static let testValue = User(name: "nobody")
}

extension DependencyValues {
  var user: User {
    get { self[UserKey.self] }
    set { self[UserKey.self] = newValue }
  }
}

struct Handler: Sendable {
  let server: ServerModel

  func respond(to path: String, user: User) async -> String {
    let request = RequestModel(path: path).withAnchor { $0.user = user }
    defer { server.countRequest() }
    return await request.respond()
  }
}

@Sendable func treesForRequests() async throws {
  let server = ServerModel().withAnchor()
  let handler = Handler(server: server)
  await withTaskGroup(of: String.self) { group in
    for number in 1...3 {
      group.addTask { await handler.respond(to: "/\(number)", user: User(name: "Ada")) }
    }
    for await answer in group where answer.hasSuffix("/2") {
      print(answer)  // Hello, Ada, at /2
    }
  }
  print(server.servedCount)  // 3
}
