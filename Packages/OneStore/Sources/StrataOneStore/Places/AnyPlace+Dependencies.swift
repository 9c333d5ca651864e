import StrataConcurrency
import StrataCore
@_spi(Strata) import StrataDependencies

/// A dependency that a model has put in the place of the inherited one.
// SAFETY: a key path is immutable.
struct DependencyOverride: @unchecked Sendable {
  let keyPath: AnyKeyPath
  let apply: @Sendable (inout DependencyValues) -> Void
}

extension AnyPlace {
  /// The dependencies of the models here: those of the store, with what models above and these have overridden.
  ///
  /// - Complexity: O(1) while no model of the store has overridden anything, else O(depth + overrides above).
  final var dependencies: DependencyValues {
    let values = context.dependencies
    guard store.hasOverriddenDependencies else { return values }
    var chain: [DependencyOverride] = []
    var next: AnyPlace? = self
    while let place = next {
      chain = place.presentOverrides + chain
      next = place.parent
    }
    guard !chain.isEmpty else { return values }
    return values.overridden { values in
      for override in chain { override.apply(&values) }
    }
  }

  private var presentOverrides: [DependencyOverride] {
    lock.lock()
    defer { lock.unlock() }
    return overrides
  }

  /// Overrides a dependency here and below; the last value for a path wins.
  final func override(
    _ keyPath: AnyKeyPath,
    _ apply: @escaping @Sendable (inout DependencyValues) -> Void
  ) {
    // Compared outside of the lock: a path may hold values of the program's.
    var next = presentOverrides.filter { $0.keyPath != keyPath }
    next.append(DependencyOverride(keyPath: keyPath, apply: apply))
    setOverrides(next)
    store.noteDependencyOverride()
  }

  /// Restores the inherited dependency.
  final func removeOverride(_ keyPath: AnyKeyPath) {
    setOverrides(presentOverrides.filter { $0.keyPath != keyPath })
  }

  /// Makes the overrides of the places above those of this one: stale models go on with them.
  final func inheritOverrides() {
    guard store.hasOverriddenDependencies else { return }
    var chain = presentOverrides
    var next = parent
    while let place = next {
      chain = place.presentOverrides + chain
      next = place.parent
    }
    setOverrides(chain)
  }

  private func setOverrides(_ next: [DependencyOverride]) {
    lock.lock()
    let former = overrides
    overrides = next
    lock.unlock()
    withExtendedLifetime(former) {}
  }
}
