extension DependencyValues {
  /// The context of the default values in force; that of the process unless set.
  ///
  /// Setting it changes the defaults of every key that is not overridden:
  ///
  /// ```swift
  /// withDependencies {
  ///   $0.context = .live
  /// } operation: {
  ///   // Live values are asked for here, so nothing is reported.
  /// }
  /// ```
  public var context: DependencyContext {
    get { defaults.context }
    set { choose(.ofProcess(in: newValue)) }
  }

  @inlinable
  var defaults: DefaultValues {
    storage?.defaults ?? .ofProcess
  }

  private mutating func choose(_ defaults: DefaultValues) {
    storage =
      storage?.copy(defaults: defaults, base: storage?.base)
      ?? DependencyStorage(defaults: defaults)
  }

  /// The same overrides over default values that are made anew and not shared.
  ///
  /// This is for tests: a default that counts or collects then starts afresh. While such a default is being made, other
  /// dependencies that it reads are those of the process.
  @_spi(Strata)
  public func withFreshDefaults() -> DependencyValues {
    var fresh = self
    fresh.choose(DefaultValues(context: context))
    return fresh
  }

  /// The same default values without any overrides.
  @_spi(Strata)
  public func withoutOverrides() -> DependencyValues {
    guard let defaults = storage?.chosenDefaults else { return DependencyValues() }
    return DependencyValues(storage: DependencyStorage(defaults: defaults))
  }
}
