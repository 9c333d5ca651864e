import StrataConcurrency
import StrataCore
@_spi(Strata) public import StrataDependencies

extension ModelNode {
  /// A dependency, by its place in `DependencyValues`: `node.continuousClock`.
  ///
  /// The values are those of the model's place in the tree, whatever task or closure asks. A model
  /// that is in no tree has the default values, and that is reported, at the line where the model
  /// is declared: a dynamic member cannot learn its caller's.
  public subscript<Value>(dynamicMember keyPath: KeyPath<DependencyValues, Value>) -> Value {
    switch context.currentPhase {
    case .detached:
      ModelComplaint.dependencyBeforeAnchor(context.layout.name).report(at: declaration)
    case .frozen: ModelComplaint.dependencyOfFrozenCopy(context.layout.name).report(at: declaration)
    case .attached, .active, .sealed, .removed: break
    }
    return context.dependencies.value(keyPath, askedAt: declaration)
  }

  /// Where the model is declared, as far as it is known.
  private var declaration: CallSite {
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
