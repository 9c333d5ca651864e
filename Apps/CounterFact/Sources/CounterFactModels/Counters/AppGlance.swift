import Strata

/// What a user sees of some counters and of the fact, as of one moment.
package struct AppGlance: Sendable {
  package struct Counter: Sendable {
    package let position: Int
    package let count: Int
    package let isAsking: Bool
  }

  package struct Fact: Sendable {
    package let number: Int
    package let text: String
    package let isAsking: Bool
  }

  /// How many counters there are.
  package let counterCount: Int
  /// The counters that were looked at.
  package let counters: [Counter]
  package let fact: Fact?
}

extension AppModel {
  /// Reads some counters and the fact in one transaction, so that no answer arrives in between.
  ///
  /// - Parameter positions: The positions of the counters; those that no counter has are skipped.
  /// - Returns: The state of these counters and of the fact.
  /// - Complexity: O(number of positions).
  package func glance(at positions: some Sequence<Int>) -> AppGlance {
    node.transaction {
      let rows = counters
      return AppGlance(
        counterCount: rows.count,
        counters: positions.filter(rows.indices.contains).map { position in
          let counter = rows[position].counter
          return AppGlance.Counter(
            position: position,
            count: counter.count,
            isAsking: counter.request.isRunning
          )
        },
        fact: factPrompt.map {
          AppGlance.Fact(number: $0.number, text: $0.fact, isAsking: $0.request.isRunning)
        }
      )
    }
  }

  /// The request of the shown fact if it is this prompt's, read before another answer can replace it.
  ///
  /// - Parameters:
  ///   - prompt: The prompt.
  ///   - read: Reads its request.
  /// - Returns: What was read; `nil` if another fact is shown, or none.
  package func request<Value>(
    of prompt: FactPromptModel,
    _ read: (FactRequestModel) -> Value
  ) -> Value? {
    node.transaction {
      guard let shown = factPrompt, shown.id == prompt.id else { return nil }
      return read(shown.request)
    }
  }
}
