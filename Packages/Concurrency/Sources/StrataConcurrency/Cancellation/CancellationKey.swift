/// A tag of work, made comparable across the kinds of keys.
///
/// The hash is taken when the key is made, outside any lock, because hashing a program's value runs
/// the program's code. Comparing does too, so only keys that are entirely ours are compared under
/// the lock; see ``comparesOwnCodeOnly``.
struct CancellationKey: Sendable {
  private enum Kind: Sendable {
    /// A value of the program's.
    case value(any Hashable & Sendable)
    /// A type, by its identity.
    case type(ObjectIdentifier)
    /// The call site where in-flight work is replaced.
    case callSite(CallSite)
    /// A key that is equal to itself alone: the group of a context without a key.
    case group(UInt64)
  }

  let hash: Int
  private let kind: Kind

  init(value: some Hashable & Sendable) {
    self.hash = value.hashValue
    self.kind = .value(value)
  }

  init(type: Any.Type) {
    let identifier = ObjectIdentifier(type)
    self.hash = identifier.hashValue
    self.kind = .type(identifier)
  }

  init(callSite: CallSite) {
    self.hash = callSite.hashValue
    self.kind = .callSite(callSite)
  }

  init(group serial: UInt64) {
    self.hash = serial.hashValue
    self.kind = .group(serial)
  }

  /// Whether `==` runs no code of the program's, so that it may run under a lock.
  var comparesOwnCodeOnly: Bool {
    if case .value = kind { false } else { true }
  }
}

extension CancellationKey: Equatable {
  static func == (a: CancellationKey, b: CancellationKey) -> Bool {
    switch (a.kind, b.kind) {
    case (.value(let a), .value(let b)): return areEqual(a, b)
    case (.type(let a), .type(let b)): return a == b
    case (.callSite(let a), .callSite(let b)): return a == b
    case (.group(let a), .group(let b)): return a == b
    default: return false
    }
  }

  // The type counts, unlike in AnyHashable, where 1 as Int and 1 as Int8 are one key.
  private static func areEqual<Value: Hashable>(_ a: Value, _ b: any Hashable) -> Bool {
    guard let b = b as? Value else { return false }
    return a == b
  }
}
