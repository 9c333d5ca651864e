import ArticleOutput
import Strata

@Model struct SearchModel {
  var query = ""
  var results: [String] = []
  var message: String?
  var isStopped = false

  func onActivate() {
    node.forEach(change(of: \.query), cancelPrevious: true) { query in
      results = []
      results = try await find(query)
    }
  }

  func load() {
    node.task {
      results = try await find(query)
    } catch: { error in
      message = "\(error)"
    }
  }

  func startOperation() {
    node.task { await operate() }.cancel(for: "operation", cancelInFlight: true)
  }

  func stopOperation() {
    node.cancelAll(for: "operation")
  }

  func startGroup() {
    node.cancellationContext(for: "group") {
      node.task { await operate() }
      node.onCancel { isStopped = true }
    }
  }

  private func find(_ query: String) async throws -> [String] { query.isEmpty ? [] : [query + "!"] }
  private func operate() async {}
}

@Sendable func tasksAndCancellation() async throws {
  let search = SearchModel().withAnchor()
  var results = search.change(of: \.results).makeAsyncIterator()
  search.query = "swift"
  while let found = await results.next(), found.isEmpty {}
  print(search.results)  // ["swift!"]

  search.startOperation()
  search.startOperation()
  search.stopOperation()
  search.startGroup()
  search.node.cancelAll(for: "group")
  print(search.isStopped)  // true
  search.load()
}
