import StrataConcurrency
import StrataCore
@_spi(Strata) import StrataRendering

/// Prints the triggers that make a part of a view evaluate again.
///
/// The evaluator of the view records the part's reads as always; here they are also listed.
final class ScopeTrace: Sendable {
  private let trace: EvaluationTrace
  /// The reads of the part's last evaluation.
  private let reads = Locked<Set<SlotRead>>([], rank: .leaf)
  /// Observes those reads if nothing else says why the view is evaluated.
  private let tracker: Tracker?

  /// Makes a trace that has seen no evaluation.
  ///
  /// - Parameters:
  ///   - options: The texts to print.
  ///   - callSite: The line of the part.
  ///   - keep: Knows the triggers of the view's evaluations. Without it, the trace finds them out by itself and
  ///     relies on the evaluation coming later than the change.
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

  /// Prints the triggers of the evaluation, and evaluates the part.
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
