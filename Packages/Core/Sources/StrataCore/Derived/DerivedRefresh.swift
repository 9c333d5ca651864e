import StrataConcurrency

/// The result of an attempt to update a derived value.
@usableFromInline
enum DerivedRefresh {
  /// It can simply be read.
  case current
  /// A traversal has ended with this outcome.
  case walked(TraversalOutcome)
  /// Nothing was tried.
  case slowPath
}

@available(*, unavailable)
extension DerivedRefresh: Sendable {}

extension DerivedNode {
  /// Updates a value that may be dirty; called with the lock held, which it releases meanwhile, while no transaction is
  /// open.
  @usableFromInline
  final func refresh() -> DerivedRefresh {
    guard condition == .stale, canEvaluate else { return .slowPath }
    let outcome = DerivedTraversal.update(self)
    if case .updated = outcome, condition.isEmpty, lock.flagWord & TreeFlags.transaction == 0 {
      return .current
    }
    return .walked(outcome)
  }
}
