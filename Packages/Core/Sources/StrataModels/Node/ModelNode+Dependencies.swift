public import StrataConcurrency
import StrataCore
@_spi(Strata) public import StrataDependencies

extension ModelNode {
  /// A dependency, by its key path in `DependencyValues`: `node.continuousClock`.
  ///
  /// The values are those of the model's position in the tree, for every task or closure that asks. A model that
  /// is in no tree has the default values, and that is reported. A dynamic member does not know its caller's
  /// line. StrataTesting finds it on the stack where Swift's runtime can tell lines. Elsewhere a report names
  /// the line of the requesting task or other step if a test knows it, else the one where the model is declared.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<DependencyValues, Value>) -> Value {
    // Inlinable, so that the optimiser turns a literal key path into a call of its property.
    if let kept = keptDependencies { return kept.read { $0[keyPath: keyPath] } }
    // A closure and not the key path itself, which would have to be made for each read.
    return readSlowPath(askedAt: nearestLine) { $0[keyPath: keyPath] }
  }

  /// The dependencies of the model's position, if they can be read for one lock pair and uncounted.
  @usableFromInline var keptDependencies: UncountedDependencies? { context.keptDependencies }

  /// Reads dependencies that may cause a report, or that have to be looked up.
  @usableFromInline
  @inline(never)
  func readSlowPath<Value>(
    askedAt callSite: @autoclosure () -> CallSite,
    _ read: (DependencyValues) -> Value
  ) -> Value {
    let values = dependencies(askedAt: callSite())
    guard values.context == .test else { return read(values) }
    return DependencyValues.asking(near: callSite()) { read(values) }
  }

  /// The line of the running step, else the model's declaration, as far as it is known.
  @usableFromInline var nearestLine: CallSite {
    Cause.current?.callSite ?? context.layout.slots.first?.declaration ?? .thisLine()
  }
}

extension DependencyValues {
  /// Runs work with these values as the current ones, if there are any.
  func asCurrentIfAny(_ operation: () async throws -> Void) async rethrows {
    if isEmpty { return try await operation() }
    try await asCurrent(operation: operation)
  }
}
