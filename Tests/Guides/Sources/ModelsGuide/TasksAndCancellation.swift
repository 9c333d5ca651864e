import ArticleOutput
import Strata

@Model struct SearchModel {
  var query = ""
  var limit = 10
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

  func followQuery() {
    node.task("search", id: (query, limit)) { query, limit in
      results = try await find(query, limit)
    } catch: { error in
      message = "\(error)"
    }
  }

  func startSession() {
    node.cancellationContext(for: "session") {
      node.task {
        await operate()
        node.onCancel { isStopped = true }.inheritCancellationContext()
      }
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
  private func find(_ query: String, _ limit: Int) async throws -> [String] {
    Array(try await find(query).prefix(limit))
  }
  func operate() async {}
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

  let group = search.node.cancellationContext {
    search.node.task { await search.operate() }
    search.node.onCancel { search.isStopped = false }
  }
  group.cancel()
  print(search.isStopped)  // false
  search.load()
  search.followQuery()
  search.startSession()
}
