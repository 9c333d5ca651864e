import StrataConcurrency
@_spi(Strata) import StrataDependencies

/// The changes that a context makes to the dependencies it inherits.
struct ContextDependencies {
  /// Changes that wait until the parent is known.
  var updates: [@Sendable (inout DependencyValues) -> Void] = []
  /// The values that a root builds on, instead of a parent's.
  var inherited: DependencyValues?
  /// The values for this context and its descendants, once they are known.
  var effective: DependencyValues?
  /// Counts how often the values were invalidated, so that values for an old position are not stored.
  var generation = 0

  /// Invalidates values of one position, because the context has left it.
  ///
  /// - Returns: The values to release without the lock.
  mutating func takeValues() -> [DependencyValues?] {
    defer { (effective, inherited, generation) = (nil, nil, generation + 1) }
    return [effective, inherited]
  }

  /// Whether the values here are others than the parent's.
  var isAnyKnown: Bool { effective != nil || inherited != nil || !updates.isEmpty }
}

/// An attached context that a context uses.
struct DependencyUse {
  let hosted: ContextLink
  /// Whether the dependency was found at the context's current position.
  var isOfPlace: Bool
}

@available(*, unavailable)
extension DependencyUse: Sendable {}

/// The contexts that use an attached context.
struct DependencyUsers {
  private var entries: [ObjectIdentifier: (link: ContextLink, serial: UInt64)] = [:]
  private var nextSerial: UInt64 = 0

  /// Whether there are none.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds a user.
  mutating func add(_ user: Context) {
    entries[ObjectIdentifier(user)] = (ContextLink(user), nextSerial)
    nextSerial += 1
  }

  /// Removes a user.
  mutating func remove(_ user: Context) { entries[ObjectIdentifier(user)] = nil }

  /// The users, in order of arrival.
  var inOrder: [Context] {
    entries.values.sorted { $0.serial < $1.serial }.compactMap(\.link.context)
  }
}

@available(*, unavailable)
extension DependencyUsers: Sendable {}
