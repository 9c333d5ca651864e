import StrataCore

/// The way models inherit a value, and its default.
// SAFETY: constants.
final class EnvironmentKey<Value: Sendable>: NamedKey, @unchecked Sendable {
  let inherited: InheritedKey<Value>
  let defaultValue: Value
  let declaration: KeyDeclaration<Value>

  init(_ declaration: KeyDeclaration<Value>) {
    self.declaration = declaration
    defaultValue = declaration.defaultValue
    inherited = InheritedKey(
      declaration.name,
      in: .environment,
      declaration: declaration.callSite,
      isEqual: declaration.areBothEqual
    )
    super.init(inherited.values, default: defaultValue)
  }

  /// The key of a declared property.
  static func key(for path: KeyPath<EnvironmentKeys, EnvironmentStorage<Value>>) -> EnvironmentKey {
    environmentKeys.key(for: path) { EnvironmentKey(EnvironmentKeys()[keyPath: path].declaration) }
  }
}

let environmentKeys = KeyTable()
