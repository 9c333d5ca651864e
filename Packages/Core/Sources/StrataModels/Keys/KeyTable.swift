import StrataConcurrency

/// Finds the key for the property of a key namespace, by its path; each key is made once for the process.
///
/// Two paths to one property are equal wherever they are written, so all of them lead to one key. Hashing a path
/// costs ten lock pairs. A path in the source is the same object each time, so known paths are found by their
/// addresses.
///
/// One table serves one kind of keys: the type of a path gives the type of its key.
final class KeyTable: Sendable {
  // SAFETY: paths are immutable and only hashed and compared; the keys are Sendable.
  private struct State: @unchecked Sendable {
    var keys: [AnyKeyPath: any AnyObject & Sendable] = [:]
    /// Retains the paths, so that no other object gets the address of one of them.
    var known: [ObjectIdentifier: (path: AnyKeyPath, key: any AnyObject & Sendable)] = [:]
  }

  private let state = Locked(State(), rank: .leaf)
  /// A lock-free cache in front of the known keys.
  let knownKeys = KnownKeys()
  /// The largest number of addresses to cache, because each path that is made at run time is another object.
  private static let mostKnown = 4_096

  /// The key of a path, made at the first call.
  ///
  /// - Parameters:
  ///   - path: Leads to the property; all keys of one path are of one type.
  ///   - make: Called outside all locks, because the property is user code.
  /// - Returns: The same key at each call.
  func key<Key: AnyObject & Sendable>(for path: AnyKeyPath, make: () -> Key) -> Key {
    if let key = knownKeys[path] ?? state.withLock({ $0.known[ObjectIdentifier(path)]?.key }) {
      // SAFETY: the key was made for an equal path of the same type, by this table's kind.
      return unsafe unsafeDowncast(key, to: Key.self)
    }
    let found = state.withLock { $0.keys[path] }
    let made = found ?? make()
    let kept = state.withLock { state in
      let kept = state.keys[path] ?? made
      state.keys[path] = kept
      if state.known.count < Self.mostKnown {
        state.known[ObjectIdentifier(path)] = (path: path, key: kept)
      }
      return kept
    }
    knownKeys.note(KnownKeys.Entry(path: path, key: kept))
    return kept as? Key ?? make()
  }
}
