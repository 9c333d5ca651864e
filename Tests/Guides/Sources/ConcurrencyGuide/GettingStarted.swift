import ArticleOutput
import StrataConcurrency

final class SearchField: Sendable {
  let results = Multicast<String>()
  private let scope = CancellationScope()
  private let search: @Sendable (String) async throws -> String

  init(search: @escaping @Sendable (String) async throws -> String) {
    self.search = search
  }

  func type(_ query: String) {
    let work = scope.task { [results, search] in
      results.send(try await search(query))
    } catch: { [results] _ in
      results.send("no results")
    }
    work.cancel(for: "search", cancelInFlight: true)
  }

  func close() { scope.close() }
}

@Sendable func gettingStarted() async throws {
  let run = try await withSimulation(seed: 1) { simulation in
    let field = SearchField { query in
      try await simulation.clock.sleep(for: .seconds(query.count))
      return "results for \(query)"
    }
    var results = field.results.subscribe().makeAsyncIterator()

    field.type("concurrency in swift")
    field.type("swift")
    print(await results.next() ?? "nothing")  // results for swift

    field.type("never searched")
    field.close()
  }
  print(run.elapsed)  // 5.0 seconds
}
