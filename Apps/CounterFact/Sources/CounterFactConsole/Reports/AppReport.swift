import CounterFactModels

/// The state of the program as `--json` prints it; keys are added, never renamed.
struct AppReport: Encodable {
  struct Counter: Encodable {
    let number: Int
    let count: Int
    let isAsking: Bool
  }

  struct Fact: Encodable {
    let number: Int
    let text: String
    let isAsking: Bool
  }

  let counters: [Counter]
  let sum: Int?
  let fact: Fact?

  init(_ app: AppModel) {
    counters = app.counters.enumerated().map { index, row in
      Counter(
        number: index + 1,
        count: row.counter.count,
        isAsking: row.counter.request.isRunning
      )
    }
    sum = app.sum
    fact = app.factPrompt.map {
      Fact(number: $0.number, text: $0.fact, isAsking: $0.request.isRunning)
    }
  }
}

/// A fact as `counterfact fact --json` prints it.
struct FactReport: Encodable {
  let number: Int
  let text: String
}
