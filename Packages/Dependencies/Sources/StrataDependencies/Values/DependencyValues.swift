/// The dependencies in force at one point of a program: overrides over the defaults of a context.
///
/// A value of one word, copied for the price of a reference count. Extend it with one property per
/// dependency, see ``DependencyKey``; read it through ``Dependency`` or from a holder; change it in
/// ``withDependencies(_:operation:)``.
///
/// A key that is not overridden has its default value: the one that it declares for the ``context``. Defaults are made
/// on first use and cached for the process, one per key and context.
///
/// Reading is O(1), takes no lock and allocates nothing once the default is made. Overriding a key
/// is amortised O(1) in the number of overridden keys when the value is not shared, else O(n).
public struct DependencyValues: Sendable {
  @usableFromInline var storage: DependencyStorage?

  /// Makes values without overrides, in the context of the process.
  @inlinable
  public init() {
    storage = nil
  }

  @inlinable
  init(storage: DependencyStorage) {
    self.storage = storage
  }
}
