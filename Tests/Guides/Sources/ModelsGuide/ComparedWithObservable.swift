import ArticleOutput
import Observation
import Strata

enum WithObservable {
  @MainActor @Observable final class Basket {
    var prices: [Int] = []
    var sum: Int { prices.reduce(0, +) }
    @ObservationIgnored private var loading: Task<Void, Never>?

    func load() {
      loading?.cancel()
      loading = Task { [weak self] in
        let prices = await fetchPrices()
        if !Task.isCancelled { self?.prices = prices }
      }
    }

    isolated deinit { loading?.cancel() }
  }
}

@Model struct BasketModel {
  var prices: [Int] = []
  var sum: Int { prices.reduce(0, +) }

  func load() {
    node.task { prices = await fetchPrices() }.cancel(for: "load", cancelInFlight: true)
  }
}

func fetchPrices() async -> [Int] { [1, 2] }

@Sendable func comparedWithObservable() async throws {
  let basket = BasketModel().withAnchor()
  var sums = Observed { basket.sum }.makeAsyncIterator()
  basket.load()
  while await sums.next() == 0 {}
  print(basket.sum)  // 3
}
