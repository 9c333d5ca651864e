import StrataConcurrency

extension DerivedCell {
  /// Tells who wants to know that the value was computed; called without the lock.
  final func tellOfEvaluation(_ observers: [any TreeObserver]) {
    for observer in observers where observer.wantsEvaluations {
      observer.didEvaluate(valueAt: callSite, of: owner)
    }
  }

  /// Tells those who observe the tree; called without the lock.
  final func tellOfEvaluation() {
    lock.lock()
    let observers = tree.observers
    lock.unlock()
    tellOfEvaluation(observers)
  }
}
