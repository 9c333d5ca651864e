import ArticleOutput
import Strata

struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension FactClient: DependencyKey {
  static let liveValue = FactClient { number in "\(number) is a number." }
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}

@Model struct FactCounter {
  var count = 0
  var fact: String?

  func factButtonTapped() {
    node.task {
      fact = try await node.factClient.fetch(count)
    } catch: { error in
      fact = "\(error)"
    }
  }
}

@Model struct FactPair {
  var first = FactCounter()
  var second: FactCounter
}

@Sendable func dependenciesOfModels() async throws {
  let second = FactCounter(count: 2).withDependencies {
    $0.factClient.fetch = { "\($0) is a good number." }
  }
  let pair = FactPair(first: FactCounter(count: 1), second: second).withAnchor {
    $0.factClient.fetch = { "\($0) is a great number!" }
  }
  print(try await pair.first.node.factClient.fetch(1))  // 1 is a great number!
  print(try await pair.second.node.factClient.fetch(2))  // 2 is a good number.

  var facts = pair.first.change(of: \.fact).makeAsyncIterator()
  pair.first.factButtonTapped()
  while await facts.next() == .some(nil) {}
  print(pair.first.fact ?? "-")  // 1 is a great number!
}
