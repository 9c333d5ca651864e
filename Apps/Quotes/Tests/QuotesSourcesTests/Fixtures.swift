import Foundation
import ProgramHTTP
import QuotesSources
import StrataConcurrency
import StrataSources

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let first = Quote("One.", author: "Ada")
let second = Quote("Two.", author: "Grace", work: "Letters")

/// Answers as a test says, in order, without a network.
final class StubTransport: DataTransport {
  private let answers: Locked<[Result<String, QuoteFailure>]>
  private let count = Locked(0, rank: .leaf)

  init(_ answers: [Result<String, QuoteFailure>]) {
    self.answers = Locked(answers, rank: .leaf)
  }

  /// How many requests have come.
  var requests: Int { count.withLock { $0 } }

  func load(
    _ request: URLRequest,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> Data {
    count.withLock { $0 += 1 }
    let answer = answers.withLock { $0.isEmpty ? .success("[]") : $0.removeFirst() }
    return Data(try answer.get().utf8)
  }
}

let both = #"[{"quote":"One.","author":"Ada"},{"quote":"Two.","author":"Grace","work":"Letters"}]"#
let other = #"{"quote":"Three.","author":"Edsger"}"#
let down = QuoteFailure(.refused, "The service is down.")

/// Records the screens that a source has had.
final class Screens: Sendable {
  private let storage = Locked<[QuoteScreen]>([], rank: .leaf)
  let source: Source<QuoteScreen>

  init(_ source: QuoteSource) {
    self.source = source.eraseToSource()
    self.source.subscribe(self, method: Screens.take)
  }

  private func take(_ screen: QuoteScreen) { storage.withLock { $0.append(screen) } }

  /// The screens in words, each once in a row.
  var words: [String] {
    storage.withLock { $0 }.map(\.word).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}

extension QuoteScreen {
  /// The screen in a few words.
  var word: String {
    let actions = actions.map(\.name).joined(separator: " ")
    let trouble = trouble.map { " after \($0.attempts)" } ?? ""
    let page = page.map { " \($0.quote.quote)\($0.isKept ? " kept" : "")" } ?? ""
    return switch self {
    case .waiting: "waiting\(page)\(trouble) [\(actions)]"
    case .showing(let showing):
      "showing\(page)\(showing.isRefreshing ? " refreshing" : "")\(trouble) [\(actions)]"
    case .failed: "failed\(page)\(trouble) [\(actions)]"
    }
  }
}

/// The first screen from now on with nothing on its way.
func settled(_ source: Source<QuoteScreen>) async -> QuoteScreen {
  for await screen in source.values where screen.isSettled { return screen }
  return source.model
}

/// A folder that goes with its owner.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "quotes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appending(path: name) }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
