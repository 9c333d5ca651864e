import StrataConcurrency
import StrataCore
@_spi(Strata) public import StrataDependencies

extension ModelNode {
  /// A model that serves as a dependency, by its place in `DependencyValues`: `node.session`.
  ///
  /// The model lives in this tree, beside the one at which the dependency was overridden, or beside the
  /// root: all below share it. It is made alive by the first access and ends with its place; one that is
  /// overridden at several places ends with the last of those that have asked for it. Each tree
  /// has its own: a default value is copied, and what an override gives becomes alive itself, unless it
  /// lives already. A model that is in no tree gets the value as it was declared, which is reported.
  public subscript<Value: Model>(dynamicMember keyPath: KeyPath<DependencyValues, Value>) -> Value {
    let values = dependencies(askedAt: declaration)
    let declared = values.value(keyPath, askedAt: declaration)
    return resident(declared, among: values) { $0[keyPath: keyPath] }
  }

  /// A model that serves as a dependency, by the type that names it: `node[Session.self]`.
  ///
  /// As by its place in `DependencyValues`.
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
    return resident(declared, among: values) { $0[key] }
  }

  /// A model that serves as a dependency, by its place in `DependencyValues`, for a known place of the
  /// program.
  ///
  /// `node.session` is the short way; this one names its caller where something is to be reported.
  /// `@ModelDependency` uses it.
  ///
  /// - Returns: The model of this model's place in the tree.
  public func dependency<Value: Model>(
    _ keyPath: KeyPath<DependencyValues, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Value {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let values = dependencies(askedAt: callSite)
    let declared = values.value(keyPath, askedAt: callSite)
    return resident(declared, among: values) { $0[keyPath: keyPath] }
  }

  /// The model that lives in this tree for a declared one.
  ///
  /// - Parameters:
  ///   - declared: The value of the dependency at this place.
  ///   - values: All values at this place.
  ///   - look: Finds the dependency among values.
  /// - Returns: The live model; the declared one where this model does not live.
  private func resident<Value: Model>(
    _ declared: Value,
    among values: DependencyValues,
    _ look: (DependencyValues) -> Value
  ) -> Value {
    let origin = declared.modelNode.context
    if context.uses(origin) { return declared.withoutAnchor }
    func isSame(_ values: DependencyValues) -> Bool {
      // Read as if to change it, which reports nothing: it is the value here that is used.
      var isSame = false
      _ = DependencyValues.overrides(over: values) {
        isSame = look($0).modelNode.context === origin
      }
      return isSame
    }
    guard let host = context.dependencyHost(where: isSame) else { return declared.withoutAnchor }
    if origin.isLive {
      host.share(origin)
      context.noteUse(of: origin)
      return declared.withoutAnchor
    }
    if let guest = host.guest(origin.id) {
      context.noteUse(of: guest)
      return declared.resident(guest)
    }
    let isDefault = isSame(values.withoutOverrides())
    let isFree = !isDefault && origin.currentPhase == .detached
    let newcomer = declared.resident(isFree ? origin : origin.unboundCopy())
    let handle = Value.isMoreThanItsNode ? newcomer : nil
    guard let guest = host.host(newcomer.modelNode.context, handle: handle) else { return declared }
    context.noteUse(of: guest)
    return declared.resident(guest)
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
