package import QuotesSources

/// Why the program cannot do what it was asked, and its exit code.
package struct ProgramFailure: Error, Equatable, Sendable {
  /// The kind of failure, as `--json` names it; the exit code follows from it.
  package enum Kind: String, Sendable {
    case usage
    case script
    case unavailable
    case software
    case output
    case late
    case damaged

    /// One of the codes of `sysexits.h`.
    package var exitCode: Int32 {
      switch self {
      case .usage: 64
      case .script: 65
      case .unavailable: 69
      case .software: 70
      case .output: 74
      case .late: 75
      case .damaged: 76
      }
    }
  }

  package let kind: Kind
  /// A sentence for people.
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// There is no quote.
  package init(_ trouble: QuoteScreen.Trouble) {
    let kind: Kind =
      switch trouble.failure.code {
      case .unreachable, .refused: .unavailable
      case .late: .late
      case .damaged: .damaged
      case .unknown: .software
      }
    self.init(kind, trouble.sentence)
  }

  /// What is printed of the failure.
  func text(line: Int? = nil, asJSON: Bool) -> String {
    if asJSON { return FailureReport(self, line: line).jsonLine }
    let place = line.map { "line \($0): " } ?? ""
    return "quotes: \(place)\(message.printable)\n"
  }
}
