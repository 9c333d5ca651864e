@_spi(Strata) public import StrataConcurrency

/// The call site of the holder that asks for a dependency through a computed property.
///
/// That property's own line would mean nothing to the reader of a report.
struct Asking: Sendable {
  let site: CallSite
  /// Whether it is only the nearest line that is known; see `Report.isNear`.
  let isNear: Bool
  /// How the caller's dialect overrides a dependency, to follow "Override it"; `nil` for the general way.
  var remedy: String?

  @TaskLocal static var current: Asking?
}

extension DependencyValues {
  /// Reads a dependency for a caller with a known call site, which a report then names.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, or a part of one.
  ///   - site: The call site.
  ///   - isNear: Whether that is only the nearest one that is known.
  ///   - remedy: How the caller's dialect overrides a dependency, to follow "Override it".
  /// - Returns: The value at the key path.
  /// - Complexity: That of the key path; nothing is added outside of the test context.
  @_spi(Strata)
  @inlinable
  public func value<Value>(
    _ keyPath: KeyPath<DependencyValues, Value>,
    askedAt site: @autoclosure () -> CallSite,
    isNear: Bool = false,
    remedy: @autoclosure () -> String? = nil
  ) -> Value {
    // Inlined, so that the optimiser turns a literal key path into a call of its property.
    if defaults.context != .test { return self[keyPath: keyPath] }
    return valueInTest(keyPath, askedAt: site(), isNear: isNear, remedy: remedy())
  }

  /// Calls a closure that reads dependencies for a caller near a known call site.
  ///
  /// - Returns: The value that `operation` returns.
  @_spi(Strata)
  public static func asking<Result>(near site: CallSite, _ operation: () -> Result) -> Result {
    Asking.$current.withValue(Asking(site: site, isNear: true), operation: operation)
  }

  @usableFromInline
  func valueInTest<Value>(
    _ keyPath: KeyPath<DependencyValues, Value>,
    askedAt site: CallSite,
    isNear: Bool,
    remedy: String?
  ) -> Value {
    let asking = Asking(site: site, isNear: isNear, remedy: remedy)
    return Asking.$current.withValue(asking) { self[keyPath: keyPath] }
  }
}
