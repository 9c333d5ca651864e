public import StrataConcurrency
import StrataCore
@_spi(Strata) public import StrataDependencies

extension ModelNode {
  /// A dependency, by its place in `DependencyValues`: `node.continuousClock`.
  ///
  /// The values are those of the model's place in the tree, whatever task or closure asks. A model
  /// that is in no tree has the default values, and that is reported, at the line where the model
  /// is declared: a dynamic member cannot learn its caller's.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<DependencyValues, Value>) -> Value {
    // Inlinable, so that the optimiser turns a literal key path into a call of its property.
    if let kept = keptDependencies { return kept.read { $0[keyPath: keyPath] } }
    // A closure and not the key path itself, which would have to be made for each read.
    return readUnusual(askedAt: declaration) { $0[keyPath: keyPath] }
  }

  /// The dependencies of the model's place, where they are read for one lock pair and uncounted.
  @usableFromInline var keptDependencies: UncountedDependencies? { context.keptDependencies }

  /// Reads dependencies of which something may have to be said, or which have to be found.
  @usableFromInline
  @inline(never)
  func readUnusual<Value>(
    askedAt callSite: @autoclosure () -> CallSite,
    _ read: (DependencyValues) -> Value
  ) -> Value {
    let values = dependencies(askedAt: callSite())
    guard values.context == .test else { return read(values) }
    return DependencyValues.asking(at: callSite()) { read(values) }
  }

  /// Where the model is declared, as far as it is known.
  @usableFromInline var declaration: CallSite {
    context.layout.slots.first?.declaration ?? .thisLine()
  }
}

extension DependencyValues {
  /// Runs work with these values as the current ones, if there are any.
  func asCurrentIfAny(_ operation: () async throws -> Void) async rethrows {
    if isEmpty { return try await operation() }
    try await asCurrent(operation: operation)
  }
}
