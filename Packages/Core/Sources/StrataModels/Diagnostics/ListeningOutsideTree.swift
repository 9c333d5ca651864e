import StrataConcurrency
import StrataCore

/// Reports of sequences that end at once, because they were asked of a model outside a tree.
enum ListeningOutsideTree {
  private struct Last: Sendable {
    weak var context: Context?
    let thread: ThreadIdentity
  }

  private static let last = Locked<Last?>(nil, rank: .leaf)

  /// Reports that a model which is in no tree, or has left it, was asked for a sequence.
  ///
  /// A removed model reports it once, as it does work.
  static func report(_ what: String, of context: Context, at callSite: CallSite) {
    switch context.currentPhase {
    case .detached:
      last.withLock { $0 = Last(context: context, thread: .current) }
      ModelDiagnostic.listeningBeforeAnchor(context.layout.name, to: what).report(at: callSite)
    case .sealed, .removed:
      guard context.noteWorkAfterEnd() else { return }
      ModelDiagnostic.listeningAfterRemoval(context.layout.name, to: what).report(at: callSite)
    case .frozen, .attached, .active: break
    }
  }

  /// Whether the thread's last report of a model in no tree was about the one whose loop begins now; true once for each report.
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
