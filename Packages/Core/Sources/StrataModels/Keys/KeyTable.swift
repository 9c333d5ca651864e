import StrataConcurrency

/// Finds what was made for the property of a namespace of keys, by its path; each is made once for the
/// process.
///
/// Two paths to one property are equal wherever they are written, so all of them lead to one key.
final class KeyTable: Sendable {
  // SAFETY: paths are immutable and only hashed and compared; the keys are Sendable.
  private struct State: @unchecked Sendable {
    var keys: [AnyKeyPath: any AnyObject & Sendable] = [:]
  }

  private let state = Locked(State(), rank: .leaf)

  /// The key of a path, made at the first call.
  ///
  /// - Parameters:
  ///   - path: Leads to the property; all keys of one path are of one type.
  ///   - make: Called outside all locks, because the property is user code.
  /// - Returns: The same key at each call.
  func key<Key: AnyObject & Sendable>(for path: AnyKeyPath, make: () -> Key) -> Key {
    if let key = state.withLock({ $0.keys[path] }) as? Key { return key }
    let made = make()
    let kept = state.withLock { state in
      let kept = state.keys[path] ?? made
      state.keys[path] = kept
      return kept
    }
    return kept as? Key ?? made
  }
}
