import StrataConcurrency

/// What came of making a derived value current.
@usableFromInline
enum DerivedRefresh {
  /// It can simply be read.
  case current
  /// A walk has ended so.
  case walked(WalkOutcome)
  /// Nothing was tried.
  case unusual
}

@available(*, unavailable)
extension DerivedRefresh: Sendable {}

extension DerivedCell {
  /// Makes a value current that may be stale; called with the lock held, which is given back meanwhile,
  /// while no transaction is open.
  @usableFromInline
  final func refresh() -> DerivedRefresh {
    guard condition == .stale, canEvaluate else { return .unusual }
    let outcome = DerivedWalk.update(self)
    if case .updated = outcome, condition.isEmpty, lock.attention & Attention.transaction == 0 {
      return .current
    }
    return .walked(outcome)
  }
}
