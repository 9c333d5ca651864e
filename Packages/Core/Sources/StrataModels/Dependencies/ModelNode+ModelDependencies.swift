import StrataConcurrency
import StrataCore
@_spi(Strata) public import StrataDependencies

extension ModelNode {
  /// A model that serves as a dependency, by its key path in `DependencyValues`: `node.session`.
  ///
  /// The model is part of this tree, beside the model that overrides the dependency, or beside the root. All
  /// models below share it. The first access activates it, and it ends with the model beside which it stands. One
  /// that several models override with ends with the last that has requested it. Each tree has its own: a default
  /// value is copied, and an override's value is itself activated, unless it is active already. A model that is
  /// in no tree gets the declared value, which is reported.
  public subscript<Value: Model>(dynamicMember keyPath: KeyPath<DependencyValues, Value>) -> Value {
    let values = dependencies(askedAt: nearestLine)
    let declared = values.value(keyPath, askedAt: nearestLine, isNear: true)
    return resident(declared, among: values) { lookup(keyPath) }
  }

  /// A model that serves as a dependency, by the type that names it: `node[Session.self]`.
  ///
  /// Like the access by its key path in `DependencyValues`.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value where Key.Value: Model {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let values = dependencies(askedAt: callSite)
    let declared = values[
      key,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    ]
    return resident(declared, among: values) { { $0[key] } }
  }

  /// A model that serves as a dependency, by its key path in `DependencyValues`, with a known call site.
  ///
  /// `node.session` is the short way; this one names its caller if something is reported. `@ModelDependency` uses
  /// it.
  ///
  /// - Returns: The model for this model's position in the tree.
  public func dependency<Value: Model>(
    _ keyPath: KeyPath<DependencyValues, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Value {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let values = dependencies(askedAt: callSite)
    // The line of `@ModelDependency` is that of its property, and not the one that reads it.
    let declared = values.value(keyPath, askedAt: callSite, isNear: true)
    return resident(declared, among: values) { lookup(keyPath) }
  }

  /// Reads a dependency by its key path.
  private func lookup<Value>(
    _ keyPath: KeyPath<DependencyValues, Value>
  ) -> @Sendable (DependencyValues) -> Value {
    // SAFETY: key paths are immutable, and this one only reads values that any thread may read. Its arguments, if it has
    // any, are types of keys.
    nonisolated(unsafe) let keyPath = keyPath
    return { unsafe $0[keyPath: keyPath] }
  }

  /// The model that is active in this tree for a declared one.
  ///
  /// - Parameters:
  ///   - declared: The value of the dependency at this position.
  ///   - values: All values at this position.
  ///   - makeLook: Returns what finds the dependency among values; not called for a known use, which costs no closure.
  /// - Returns: The live model; the declared one if this model is not active.
  private func resident<Value: Model>(
    _ declared: Value,
    among values: DependencyValues,
    _ makeLook: () -> @Sendable (DependencyValues) -> Value
  ) -> Value {
    let declaredContext = declared.modelNode.context
    if context.uses(declaredContext) { return declared.withoutAnchor }
    let look = makeLook()
    let lookup: DependencyLookup = { look($0).modelNode.context }
    func isSame(_ values: DependencyValues, _ lookup: DependencyLookup) -> Bool {
      // Read as if to change it, because such a read reports nothing; the value here is the one that is used.
      var isSame = false
      _ = DependencyValues.overrides(over: values) { isSame = lookup($0) === declaredContext }
      return isSame
    }
    guard let host = context.dependencyHost(where: { isSame($0, lookup) }) else {
      return declared.withoutAnchor
    }
    if declaredContext.isLive {
      host.share(declaredContext)
      context.noteUse(of: declaredContext)
      return declared.withoutAnchor
    }
    if let hosted = host.hosted(declaredContext.id) {
      context.noteUse(of: hosted)
      return declared.resident(hosted)
    }
    let isDefault = isSame(values.withoutOverrides(), lookup)
    let isFree = !isDefault && declaredContext.currentPhase == .detached
    let inserted = declared.resident(isFree ? declaredContext : declaredContext.unboundCopy())
    let handle = Value.isMoreThanItsNode ? inserted : nil
    let attached = inserted.modelNode.context
    guard let hosted = host.host(attached, handle: handle, lookup: isDefault ? nil : lookup) else {
      return declared
    }
    context.noteUse(of: hosted)
    if !isDefault { host.endFormerValues(besides: hosted) { isSame(values, $0) } }
    return declared.resident(hosted)
  }
}

extension Model {
  /// The same model with its state in another context of its identity.
  fileprivate func resident(_ context: Context) -> Self {
    var copy = self
    copy.modelNode = ModelNode(context)
    return copy
  }
}
