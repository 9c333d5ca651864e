import ProgramHTTP
import QuotesSources
import StrataSources

/// A screen as `--json` prints it; keys are added, never renamed.
struct ScreenReport: Encodable {
  let state: String
  let quote: Quote?
  /// The position of the quote, from 1, and the number of quotes.
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
