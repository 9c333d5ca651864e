/// A value of a key; the base class lets tables contain the values of all types.
// SAFETY: constants only, here and in the one subclass, all of them Sendable.
@usableFromInline
class DependencyEntry: @unchecked Sendable {
  @usableFromInline final let key: ObjectIdentifier
  /// The diagnostic to report when the value is used; `nil` for one that may be used freely.
  final let diagnostic: Diagnostic?
  /// Whether there is a diagnostic; a property of its own, because every read asks.
  @usableFromInline final let isReported: Bool

  @usableFromInline
  init(key: ObjectIdentifier) {
    self.key = key
    diagnostic = nil
    isReported = false
  }

  init(key: ObjectIdentifier, diagnostic: Diagnostic?) {
    self.key = key
    self.diagnostic = diagnostic
    isReported = diagnostic != nil
  }

  /// The value, whatever its type.
  var anyValue: any Sendable {
    preconditionFailure("DependencyEntry: \(type(of: self)) does not say its value")
  }
}

/// A value of a known type for a key.
// SAFETY: a constant of a type that is Sendable.
@usableFromInline
final class TypedDependencyEntry<Value: Sendable>: DependencyEntry, @unchecked Sendable {
  @usableFromInline let value: Value

  @usableFromInline
  init(key: ObjectIdentifier, value: Value) {
    self.value = value
    super.init(key: key)
  }

  init(key: ObjectIdentifier, diagnostic: Diagnostic?, value: Value) {
    self.value = value
    super.init(key: key, diagnostic: diagnostic)
  }

  override var anyValue: any Sendable { value }
}

extension DependencyEntry {
  /// The value, for the key that the entry was made for.
  @inlinable
  @inline(__always)
  func value<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value {
    assert(self.key == ObjectIdentifier(key))
    // SAFETY: an entry whose `key` is a key type's identifier is made only with that key's `Value`,
    // in the subscript of `DependencyValues` and in `DefaultValues.make`.
    return unsafe unsafeDowncast(self, to: TypedDependencyEntry<Key.Value>.self).value
  }

  /// The slot where the search for a key begins, in a table of a power of two of slots.
  ///
  /// Metadata lies on multiples of 8 or 16, so the low bits say nothing; the multiplication moves the others into the
  /// high half. There is no random seed, because attackers cannot choose the addresses of types.
  @inlinable
  @inline(__always)
  static func slot(of key: UInt, mask: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
  }
}
