import Foundation
import StrataSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct User: Codable, Sendable {
  var name: String
}

@Sendable func fetchingAndKeeping() throws {
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
}
