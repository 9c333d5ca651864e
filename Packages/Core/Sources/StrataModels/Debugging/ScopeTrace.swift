import StrataConcurrency
import StrataCore
import StrataRendering

/// Prints what sets the evaluations of a part of a view off.
///
/// Whoever evaluates the view learns of the part's reads as always; here they are listed beside that.
final class ScopeTrace: Sendable {
  private let trace: EvaluationTrace
  /// What the part has read in its last evaluation.
  private let reads = Locked<Set<SlotRead>>([], rank: .leaf)
  /// Watches that, where nobody says why the view is evaluated.
  private let tracker: Tracker?

  /// Makes a trace that has seen no evaluation.
  ///
  /// - Parameters:
  ///   - options: What to print.
  ///   - callSite: Where the part is written.
  ///   - keep: Knows what sets evaluations of the view off; where there is none, the trace finds out by
  ///     itself, in which it relies on the evaluation coming later than the change.
  init(_ options: DebugOptions, at callSite: CallSite, in keep: RenderKeep? = nil) {
    var options = options
    if options.triggers == nil { options.triggers = .name }
    let trace = EvaluationTrace(
      below: nil,
      name: options.name ?? "ModelScope at \(callSite)",
      options
    )
    self.trace = trace
    guard let keep else {
      tracker = Tracker("ModelScope", at: callSite) { change in
        trace.noteTrigger(change)
      } onChange: {
      }
      return
    }
    tracker = nil
    keep.onTrigger { [reads] change in
      let read = SlotRead(context: change.context, slot: change.slot)
      if reads.withLock({ $0.contains(read) }) { trace.noteTrigger(change) }
    }
  }

  deinit { tracker?.cancel() }

  /// Prints what the evaluation is due to, and evaluates the part.
  func evaluate<Output>(_ body: () -> Output) -> Output {
    trace.printTrigger()
    let seen = Locked<Set<SlotRead>>([], rank: .leaf)
    let output = AccessScope.run { context, slot in
      seen.withLock { _ = $0.insert(SlotRead(context: context, slot: slot)) }
    } _: {
      trace.evaluate(body)
    }
    let now = seen.withLock { $0 }
    tracker?.track { for read in now { read.context.noteRead(of: read.slot) } }
    let former = reads.withLock { reads in
      defer { reads = now }
      return reads
    }
    withExtendedLifetime(former) {}
    return output
  }
}
