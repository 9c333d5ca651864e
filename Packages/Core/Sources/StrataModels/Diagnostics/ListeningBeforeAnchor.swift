import StrataConcurrency
import StrataCore

/// Reports of sequences that end at once, because they were asked of a model in no tree.
enum ListeningBeforeAnchor {
  private struct Last: Sendable {
    weak var context: Context?
    let thread: ThreadIdentity
  }

  private static let last = Locked<Last?>(nil, rank: .leaf)

  /// Reports that a model in no tree was asked for a sequence.
  static func report(_ what: String, of context: Context, at callSite: CallSite) {
    last.withLock { $0 = Last(context: context, thread: .current) }
    ModelDiagnostic.listeningBeforeAnchor(context.layout.name, to: what).report(at: callSite)
  }

  /// Whether the thread's last such report was about a model whose loop begins now; true once for each report.
  ///
  /// `forEach(event(of: .tapped))` is one mistake, so the loop makes no report of its own.
  static func hasReported(_ context: Context) -> Bool {
    last.withLock { last in
      guard let known = last, known.thread == .current, known.context === context else {
        return false
      }
      last = nil
      return true
    }
  }
}
