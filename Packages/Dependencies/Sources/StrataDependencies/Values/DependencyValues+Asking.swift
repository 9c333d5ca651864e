@_spi(Strata) public import StrataConcurrency

/// The call site of the holder that asks for a dependency through a computed property.
///
/// That property's own line would mean nothing to the reader of a report.
enum Asking: Sendable {
  @TaskLocal static var site: CallSite?
}

extension DependencyValues {
  /// Reads a dependency for a caller with a known call site, which a report then names.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, or a part of one.
  ///   - site: The call site.
  /// - Returns: The value at the key path.
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

  /// Calls a closure that reads dependencies for a caller with a known call site.
  ///
  /// - Returns: The value that `operation` returns.
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
