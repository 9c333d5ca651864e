@_spi(Reflection) import Swift

/// What tells whether a change of a state is one of its identity.
enum StateIdentity {
  /// The state has none.
  case none
  /// These bytes of a state differ if the identity does.
  case bytes(Range<Int>)
  /// Only the type can tell.
  case typed

  /// So many bytes of an identity are copied before a change.
  static let mostBytes = 32

  static func of<State>(_ type: State.Type) -> StateIdentity {
    func open<S: Identifiable>(_ type: S.Type) -> StateIdentity {
      var found: Range<Int>?
      // A key path to a requirement of a protocol tells no offset.
      // SAFETY: the name is compared while it is there; offset and type are plain.
      _ = unsafe _forEachField(of: type) { name, offset, fieldType, _ in
        guard unsafe String(cString: name) == "id", fieldType == S.ID.self else { return true }
        found = offset..<offset + MemoryLayout<S.ID>.size
        return false
      }
      guard let found, !found.isEmpty, found.count <= mostBytes else { return .typed }
      return .bytes(found)
    }
    guard let type = type as? any Identifiable.Type else { return .none }
    return open(type)
  }
}
