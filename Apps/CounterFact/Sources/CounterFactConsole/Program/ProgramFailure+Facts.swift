import CounterFactModels
import ProgramConsole
import ProgramHTTP

extension ProgramFailure {
  /// A line of a script cannot be followed.
  static func script(_ message: String) -> ProgramFailure { ProgramFailure(.script, message) }

  /// There is no fact.
  init(_ failure: FactFailure) {
    let kind: Kind =
      switch failure.code {
      case .unreachable, .refused: .unavailable
      case .late: .late
      case .damaged: .damaged
      case .unknown: .software
      }
    self.init(kind, failure.message)
  }

  /// The text about the failure.
  func text(line: Int?, asJSON: Bool) -> String {
    text(of: "counterfact", line: line, asJSON: asJSON)
  }
}
