import StrataConcurrency
import Synchronization

extension DerivedNode {
  /// Notifies the tree observers that request evaluations; called without the lock.
  final func notifyOfEvaluation(
    _ observers: [any TreeObserver],
    duration: Duration? = nil,
    isChanged: Bool? = nil,
    reasons: [ObservedEvaluation.Reason] = []
  ) {
    for observer in observers where observer.wantsEvaluations {
      TrackingScope.suspended {
        observer.didEvaluate(valueAt: callSite, of: owner)
        let evaluation = ObservedEvaluation(
          callSite: callSite,
          duration: duration,
          isChanged: isChanged,
          reasons: reasons
        )
        observer.didEvaluate(evaluation, of: owner)
      }
    }
  }

  /// The sources of the last run that differ from what it read, or may differ; called with the lock held.
  ///
  /// Sources of other trees are left out, because another lock guards them.
  final var changedSources: [ObservedEvaluation.Reason] {
    sources.all.compactMap { source in
      let context = source.context
      if let producer = source.producer {
        // A value whose reader provides its closure is computed in the run, and may turn out the same.
        guard producer.lock == lock, producer.isStale || producer.version != source.seen else {
          return nil
        }
        return ObservedEvaluation.Reason(context: producer.owner, name: "\(producer.callSite)")
      }
      guard context.guardLock.load(ordering: .relaxed) == lock.bitPattern,
        let edges = source.edges, edges.version != source.seen
      else { return nil }
      return ObservedEvaluation.Reason(
        context: context,
        name: context.layout.slots[source.slot].name
      )
    }
  }

  /// Notifies the tree's observers of an evaluation; called without the lock.
  final func notifyOfEvaluation() {
    lock.lock()
    let observers = tree.observers
    lock.unlock()
    notifyOfEvaluation(observers)
  }
}
