import Foundation
import QuotesSources
import StrataSources

/// A screen as `--json` prints it; keys are added to, never renamed.
struct ScreenReport: Encodable {
  let state: String
  let quote: Quote?
  /// Which of how many, from 1.
  let number: Int?
  let count: Int?
  let isKept: Bool?
  let failure: String?
  let actions: [String]

  init(_ model: Connectable<QuoteScreen>) {
    let page = model.screen?.page
    state =
      switch model.screen {
      case nil: "disconnected"
      case .waiting: "waiting"
      case .showing: "showing"
      case .failed: "failed"
      }
    quote = page?.quote
    number = page.map { $0.position + 1 }
    count = page?.list.quotes.count
    isKept = page?.isKept
    failure = model.screen?.trouble?.failure.message
    actions = model.actions.map(\.name)
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
