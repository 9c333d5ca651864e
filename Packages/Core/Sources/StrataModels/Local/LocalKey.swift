import StrataCore

/// The attachment in which models store a local value, and its default.
// SAFETY: constants.
final class LocalKey<Value: Sendable>: NamedKey, @unchecked Sendable {
  let attachment: AttachmentKey<Value?>
  let defaultValue: Value
  let declaration: KeyDeclaration<Value>

  init(_ declaration: KeyDeclaration<Value>) {
    let defaultValue = declaration.defaultValue
    self.defaultValue = defaultValue
    self.declaration = declaration
    // A value that was never set or was taken back counts as the default.
    var areEqual: (@Sendable (Value?, Value?) -> Bool)?
    if let isEqual = declaration.isEqual {
      areEqual = { isEqual($0 ?? defaultValue, $1 ?? defaultValue) }
    }
    attachment = AttachmentKey(
      declaration.name,
      in: .local,
      declaration: declaration.callSite,
      makeInitial: { nil },
      isEqual: areEqual
    )
    super.init(attachment, default: defaultValue)
  }

  /// The key of a declared property.
  static func key(for path: KeyPath<LocalKeys, LocalStorage<Value>>) -> LocalKey {
    localKeys.key(for: path) { LocalKey(LocalKeys()[keyPath: path].declaration) }
  }
}

let localKeys = KeyTable()
