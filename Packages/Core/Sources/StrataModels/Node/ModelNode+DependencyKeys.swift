public import StrataConcurrency
import StrataCore
@_spi(Strata) public import StrataDependencies

extension ModelNode {
  /// A dependency, by the type that names it: `node[FactClient.self]`.
  ///
  /// Like the access by its key path in `DependencyValues`. It is the only access to a dependency without such a
  /// key path.
  @inlinable
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    if let kept = keptDependencies {
      return kept.read {
        $0[key, fileID: fileID, filePath: filePath, line: line, column: column]
      }
    }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return dependencies(askedAt: callSite)[
      key,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    ]
  }

  /// A dependency, by its key path in `DependencyValues`, with a known call site.
  ///
  /// `node.factClient` is the short way; this one names its caller if something is reported. `@ModelDependency`
  /// uses it.
  ///
  /// - Returns: The value for the model's position in the tree. A model that is in no tree has the default value,
  ///   and that is reported.
  @inlinable
  public func dependency<Value>(
    _ keyPath: KeyPath<DependencyValues, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Value {
    if let kept = keptDependencies { return kept.read { $0[keyPath: keyPath] } }
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return readSlowPath(askedAt: callSite) { $0[keyPath: keyPath] }
  }

  /// The dependencies of the model's position; a missing position is reported.
  @usableFromInline
  func dependencies(askedAt callSite: @autoclosure () -> CallSite) -> DependencyValues {
    let (values, phase) = context.placedDependencies
    switch phase {
    case .detached:
      ModelDiagnostic.dependencyBeforeAnchor(context.layout.name).report(near: callSite())
    case .frozen:
      ModelDiagnostic.dependencyOfFrozenCopy(context.layout.name).report(near: callSite())
    case .attached, .active, .sealed, .removed: break
    }
    return values
  }
}
