package import Strata

/// A counter in a list, from which it can be removed.
@Model package struct CounterRowModel {
  package private(set) var counter: CounterModel
  private let onRemove: @Sendable (CounterRowModel) -> Void

  package init(counter: CounterModel, onRemove: @escaping @Sendable (CounterRowModel) -> Void) {
    self.counter = counter
    self.onRemove = onRemove
  }

  /// Takes the counter out of its list; what it has asked is not waited for.
  package func removeButtonTapped() {
    onRemove(self)
  }
}
