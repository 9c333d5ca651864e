extension DependencyValues {
  /// Whether neither a value nor the context is overridden.
  @_spi(Strata)
  public var isEmpty: Bool {
    guard let storage else { return true }
    return storage.count == 0 && !storage.choosesDefaults
  }

  /// Whether two values share their storage, and so are equal without a look inside.
  @_spi(Strata)
  public func isIdentical(to other: DependencyValues) -> Bool {
    storage === other.storage
  }

  /// These overrides over those of a parent; where both override a key, these win.
  ///
  /// - Complexity: O(1) when one of the two is empty or they are identical, else O(overridden keys).
  @_spi(Strata)
  public func layered(over parent: DependencyValues) -> DependencyValues {
    guard let own = storage, own !== parent.storage, !isEmpty else { return parent }
    guard let below = parent.storage, !parent.isEmpty else { return self }
    let merged = below.copy(
      roomFor: own.count,
      defaults: own.chosenDefaults ?? below.chosenDefaults,
      base: nil
    )
    merged.set(contentsOf: own)
    return DependencyValues(storage: merged)
  }

  /// The same as ``layered(over:)``, without making a new value if these overrides contain all of the parent's.
  func merged(over parent: DependencyValues) -> DependencyValues {
    guard let own = storage, own !== parent.storage else { return parent }
    guard let below = parent.storage else { return self }
    let hasDefaults = own.choosesDefaults || !below.choosesDefaults
    return hasDefaults && own.containsKeys(of: below) ? self : layered(over: parent)
  }

  /// The overrides of a closure alone, which can be layered over another parent.
  ///
  /// Inside the closure, keys that it has not set yet read as the parent's. Reading there reports
  /// nothing: `$0.client.fetch = …` reads the client only to put it back with a part changed.
  ///
  /// - Throws: The error that `update` throws.
  @_spi(Strata)
  public static func overrides(
    over parent: DependencyValues,
    _ update: (inout DependencyValues) throws -> Void
  ) rethrows -> DependencyValues {
    var values = DependencyValues(collectingOver: parent)
    try update(&values)
    return values.collected()
  }

  /// These dependencies with some overridden by a closure, in which reading reports nothing.
  ///
  /// This applies a user's `$0.client.fetch = …`. On a plain variable, the closure's reading of the client would be
  /// reported as a use of it.
  ///
  /// - Throws: The error that `update` throws.
  @_spi(Strata)
  public func overridden(
    by update: (inout DependencyValues) throws -> Void
  ) rethrows -> DependencyValues {
    try Self.overrides(over: self, update).layered(over: self)
  }

  init(collectingOver parent: DependencyValues) {
    self.init(storage: DependencyStorage(defaults: nil, base: parent))
  }

  /// The overrides without the values that they were collected over.
  func collected() -> DependencyValues {
    guard let storage else { return self }
    if storage.count == 0 && !storage.choosesDefaults { return DependencyValues() }
    return DependencyValues(
      storage: storage.copy(defaults: storage.chosenDefaults, base: nil)
    )
  }
}
