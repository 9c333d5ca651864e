import StrataConcurrency

/// The texts of all diagnostics of rendering, in one file.
struct RenderingDiagnostic: Sendable, Equatable {
  let message: String

  private init(_ message: String) {
    self.message = message
  }

  func report(at callSite: CallSite) {
    ReportSink.report(message, at: callSite)
  }

  static func alreadyOnScreen(_ name: String) -> RenderingDiagnostic {
    RenderingDiagnostic(
      "\(name) appears but is on screen already. Nothing is done. Let it disappear first."
    )
  }

  static func endlessEvaluation(limit: Int) -> RenderingDiagnostic {
    RenderingDiagnostic(
      """
      A body that is rendered has changed what it reads in \(limit) evaluations in a row. It is not evaluated again \
      until something else changes. Write in an action or in an observer, not in the body.
      """
    )
  }

  static func notOnScreen(_ name: String) -> RenderingDiagnostic {
    RenderingDiagnostic(
      "\(name) disappears but is not on screen. Nothing is done. Let it appear first."
    )
  }
}
