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

  static func notOnScreen(_ name: String) -> RenderingDiagnostic {
    RenderingDiagnostic(
      "\(name) disappears but is not on screen. Nothing is done. Let it appear first."
    )
  }
}
