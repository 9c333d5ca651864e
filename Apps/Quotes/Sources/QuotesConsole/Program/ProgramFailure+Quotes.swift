import ProgramConsole
import ProgramHTTP
import QuotesSources

extension ProgramFailure {
  /// There is no quote.
  init(_ trouble: QuoteScreen.Trouble) {
    let kind: Kind =
      switch trouble.failure.code {
      case .unreachable, .refused: .unavailable
      case .late: .late
      case .damaged: .damaged
      case .unknown: .software
      }
    self.init(kind, trouble.sentence)
  }

  /// The text about the failure.
  func text(line: Int? = nil, asJSON: Bool) -> String {
    text(of: "quotes", line: line, asJSON: asJSON)
  }
}
