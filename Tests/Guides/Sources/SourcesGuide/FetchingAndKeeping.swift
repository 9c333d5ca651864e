import ArticleOutput
import Foundation
import StrataConcurrency
import StrataSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct User: Codable, Sendable {
  var name: String
}

struct CannedTransport: DataTransport {
  let answers: [String: String]

  func load(
    _ request: URLRequest,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> Data {
    try Task.checkCancellation()
    guard let answer = answers[request.url?.path ?? ""] else {
      throw HTTPStatusError(statusCode: 404, url: request.url)
    }
    progress(FetchProgress(totalUnitCount: Int64(answer.utf8.count), completedUnitCount: 0))
    return Data(answer.utf8)
  }
}

@Sendable func fetchingAndKeeping() async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  let file = folder.appending(path: "user.json")
  guard let url = URL(string: "http://127.0.0.1:1/user.json") else { return }
  // Young enough: nothing is fetched.
  let kept = FilePersistence().source(for: FileDescriptor<User>(url: file))
  kept.model.set(User(name: "Ada"))
  FilePersistence.flush(file)
  defer { try? FileManager.default.removeItem(at: folder) }
  let user: Source<Fetchable<User>> = FetchableDataSource(urlRequest: .init(url: url))
    .eraseToSource()
    .retrying(.everyIntervalWithMaximum(5, 10), forwardErrorAfter: .failedAttempts(2))
    .jsonDecoded()
    .persisted(using: FilePersistence().source(for: FileDescriptor(url: file, expireAfter: 3_600)))
  guard case .fetched(let fetched) = user.model, fetched.value.name == "Ada" else {
    preconditionFailure("what is kept was not taken: \(user.model)")
  }
  let missing = Source(
    model: Fetchable<User>.failure(.init(error: HTTPStatusError(statusCode: 404)))
  )
  let ready = Source(model: Fetchable.fetched(.init(value: User(name: "Ada"))))
  print(missing.model.failure?.failedAttempts ?? 0)  // 1
  print(ready.model.fetched?.value.name ?? "-", ready.model.name ?? "-")  // Ada Ada

  let transport = CannedTransport(answers: ["/user.json": #"{"name": "Grace"}"#])
  let grace: Source<Fetchable<User>> =
    FetchableDataSource(urlRequest: URLRequest(url: url), transport: transport)
    .eraseToSource()
    .jsonDecoded()
  for await state in grace.values where state.fetched != nil {
    print(state.fetched?.value.name ?? "-")  // Grace
    break
  }

  let waited = try await withSimulation(seed: 1) { simulation in
    let time = SourceTime(clock: simulation.clock, start: Date(timeIntervalSince1970: 0))
    let missing = CannedTransport(answers: [:])
    let source: Source<Fetchable<Data>> = SourceTime.with(time) {
      FetchableDataSource(urlRequest: URLRequest(url: url), transport: missing)
        .eraseToSource()
        .retrying(.everyIntervalWithMaximum(5, 2), forwardErrorAfter: .failedAttempts(3))
    }
    for await state in source.values where state.failure != nil { break }
    return time.now().timeIntervalSince1970
  }
  print(waited.value)  // 10.0
}
