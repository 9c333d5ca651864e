import StrataConcurrency
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
    let (values, isInTest) = dependencies
    return isInTest ? ask(keyPath, of: values) : values[keyPath: keyPath]
  }

  /// The dependencies of the model's place, to ask for which elsewhere is reported, and whether a
  /// report about one names the model.
  @usableFromInline var dependencies: (values: DependencyValues, isInTest: Bool) {
    let (values, phase) = context.placedDependencies
    switch phase {
    case .detached:
      ModelComplaint.dependencyBeforeAnchor(context.layout.name).report(at: declaration)
    case .frozen: ModelComplaint.dependencyOfFrozenCopy(context.layout.name).report(at: declaration)
    case .attached, .active, .sealed, .removed: break
    }
    return (values, values.context == .test)
  }

  @usableFromInline
  func ask<Value>(
    _ keyPath: KeyPath<DependencyValues, Value>,
    of values: DependencyValues
  ) -> Value {
    values.value(keyPath, askedAt: declaration)
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
