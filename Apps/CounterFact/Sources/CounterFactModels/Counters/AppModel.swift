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

  /// Whether an answer is awaited.
  package var isAsking: Bool {
    node.transaction { requests.contains(where: \.isRunning) }
  }

  /// The requests of all counters and of the prompt; an answer may replace the prompt outside of a transaction.
  private var requests: [FactRequestModel] {
    counters.map(\.counter.request) + (factPrompt.map { [$0.request] } ?? [])
  }

  /// Adds a counter.
  ///
  /// - Returns: The counter.
  @discardableResult
  package func addButtonTapped(count: Int = 0) -> CounterModel {
    let counter = CounterModel(count: count) { number, fact in
      factPrompt = FactPromptModel(number: number, fact: fact)
    }
    counters.append(
      CounterRowModel(counter: counter) { row in
        // An answer that is being noted comes first, or not at all.
        node.transaction { counters.removeAll { $0.id == row.id } }
      }
    )
    return counter
  }

  /// Asks for another fact about the number of the shown one, before an answer can replace it.
  ///
  /// - Returns: The prompt that shows the fact; `nil` if none is shown.
  package func anotherFactButtonTapped() -> FactPromptModel? {
    node.transaction {
      guard let shown = factPrompt else { return nil }
      shown.anotherFactButtonTapped()
      return shown
    }
  }

  /// Stops waiting for all answers, in one transaction.
  package func cancelButtonTapped() {
    node.transaction {
      for request in requests { request.cancel() }
    }
  }

  /// Takes the fact away.
  package func dismissFactButtonTapped() {
    node.transaction { factPrompt = nil }
  }
}
