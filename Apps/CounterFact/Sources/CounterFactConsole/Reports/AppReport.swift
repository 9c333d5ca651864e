import CounterFactModels
import Foundation

/// The state of the program as `--json` prints it; keys are added to, never renamed.
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

/// A failure as `--json` prints it.
struct FailureReport: Encodable {
  struct Body: Encodable {
    let kind: String
    let exitCode: Int32
    let message: String
    let line: Int?
  }

  let error: Body

  init(_ failure: ProgramFailure, line: Int?) {
    error = Body(
      kind: failure.kind.rawValue,
      exitCode: failure.kind.exitCode,
      message: failure.message,
      line: line
    )
  }
}

/// A fact as `counterfact fact --json` prints it.
struct FactReport: Encodable {
  let number: Int
  let text: String
}

extension Encodable {
  /// One line of JSON with its keys in order.
  var jsonLine: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("a report of texts and numbers can always be written")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
