package import Strata

/// Counters, and the latest fact about one of them.
@Model package struct AppModel {
  package private(set) var counters: [CounterRowModel] = []
  package private(set) var factPrompt: FactPromptModel? = nil

  package init() {}

  /// The sum of all counters, or `nil` if it is too large for a number.
  package var sum: Int? {
    Int(exactly: counters.reduce(Int128(0)) { $0 + Int128($1.counter.count) })
  }

  /// The requests of all counters and of the prompt.
  package var requests: [FactRequestModel] {
    counters.map(\.counter.request) + (factPrompt.map { [$0.request] } ?? [])
  }

  /// Whether an answer is awaited.
  package var isAsking: Bool { requests.contains(where: \.isRunning) }

  /// Adds a counter.
  ///
  /// - Returns: The counter.
  @discardableResult
  package func addButtonTapped(count: Int = 0) -> CounterModel {
    let counter = CounterModel(count: count) { number, fact in
      factPrompt = FactPromptModel(number: number, fact: fact)
    }
    counters.append(
      CounterRowModel(counter: counter) { row in counters.removeAll { $0.id == row.id } }
    )
    return counter
  }

  /// Takes the fact away.
  package func dismissFactButtonTapped() {
    factPrompt = nil
  }
}
