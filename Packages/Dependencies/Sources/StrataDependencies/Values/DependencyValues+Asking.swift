@_spi(Strata) public import StrataConcurrency

/// The place of the holder that asks for a dependency through a computed property, whose own line
/// says nothing to whoever reads a report.
enum Asking: Sendable {
  @TaskLocal static var site: CallSite?
}

extension DependencyValues {
  /// Reads a dependency for someone who asks from a known place, which a report then names.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, or a part of one.
  ///   - site: The place that asks.
  /// - Returns: What the key path reads.
  /// - Complexity: That of the key path; nothing is added outside of the test context.
  @_spi(Strata)
  @inlinable
  public func value<Value>(
    _ keyPath: KeyPath<DependencyValues, Value>,
    askedAt site: @autoclosure () -> CallSite
  ) -> Value {
    // Inlined, so that the optimiser turns a literal key path into a call of its property.
    if defaults.context != .test { return self[keyPath: keyPath] }
    return valueInTest(keyPath, askedAt: site())
  }

  /// Calls a closure that reads dependencies for someone who asks from a known place.
  ///
  /// - Returns: What `operation` returns.
  @_spi(Strata)
  public static func asking<Result>(at site: CallSite, _ operation: () -> Result) -> Result {
    Asking.$site.withValue(site, operation: operation)
  }

  @usableFromInline
  func valueInTest<Value>(
    _ keyPath: KeyPath<DependencyValues, Value>,
    askedAt site: CallSite
  ) -> Value {
    Asking.$site.withValue(site) { self[keyPath: keyPath] }
  }
}
