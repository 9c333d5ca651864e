import StrataConcurrency

extension DerivedCell {
  /// Notifies the tree observers that request evaluations; called without the lock.
  final func tellOfEvaluation(_ observers: [any TreeObserver]) {
    for observer in observers where observer.wantsEvaluations {
      observer.didEvaluate(valueAt: callSite, of: owner)
    }
  }

  /// Notifies the tree's observers of an evaluation; called without the lock.
  final func tellOfEvaluation() {
    lock.lock()
    let observers = tree.observers
    lock.unlock()
    tellOfEvaluation(observers)
  }
}
