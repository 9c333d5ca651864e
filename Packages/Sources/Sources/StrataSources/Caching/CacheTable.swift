import Foundation

/// The entries of a cache, and the removals that respect its limit: a pure machine.
///
/// It first removes expired entries, then those that were not used for longest; never retained ones.
struct CacheTable<Payload> {
  struct Entry {
    let payload: Payload
    let size: Int
    let expiry: Date?
    let policy: CacheRetentionPolicy
    /// Rises with each use of any entry.
    var lastUse: UInt64

    func isExpired(_ now: Date) -> Bool { expiry.map { $0 <= now } ?? false }

    func isRemovable(_ now: Date) -> Bool {
      switch policy {
      case .discardable: true
      case .retainUntilExpired: isExpired(now)
      case .retain: false
      }
    }
  }

  let limit: CacheLimit
  private(set) var entries: [String: Entry] = [:]
  private(set) var size = 0
  private var uses: UInt64 = 0

  init(limit: CacheLimit) { self.limit = limit }

  /// The entry of a key, which counts as used now.
  mutating func use(_ key: String) -> Entry? {
    uses += 1
    entries[key]?.lastUse = uses
    return entries[key]
  }

  /// Stores a payload.
  ///
  /// - Returns: The payloads that were removed for it, in order; the payload itself if it does not fit alone.
  /// - Complexity: O(1) within the limit; O(*n* log *n*) for a removal.
  mutating func set(
    _ key: String,
    _ payload: Payload,
    size: Int,
    expiry: Date?,
    policy: CacheRetentionPolicy,
    now: Date
  ) -> [(key: String, payload: Payload)] {
    _ = remove(key)
    uses += 1
    entries[key] = Entry(
      payload: payload,
      size: size,
      expiry: expiry,
      policy: policy,
      lastUse: uses
    )
    self.size += size
    return makeRoom(now)
  }

  /// Forgets a key.
  mutating func remove(_ key: String) -> Payload? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    size -= entry.size
    return entry.payload
  }

  /// Removes everything that may be removed.
  mutating func discard(_ now: Date) -> [(key: String, payload: Payload)] {
    let keys = entries.filter { $0.value.isRemovable(now) }.keys.sorted()
    return keys.compactMap { key in remove(key).map { (key, $0) } }
  }

  private mutating func makeRoom(_ now: Date) -> [(key: String, payload: Payload)] {
    guard limit.isExceeded(size: size, count: entries.count) else { return [] }
    let candidates = entries.filter { $0.value.isRemovable(now) }.sorted { a, b in
      let (isOld, isOther) = (a.value.isExpired(now), b.value.isExpired(now))
      return isOld != isOther ? isOld : a.value.lastUse < b.value.lastUse
    }
    var removed: [(key: String, payload: Payload)] = []
    for (key, _) in candidates where limit.isExceeded(size: size, count: entries.count) {
      if let payload = remove(key) { removed.append((key, payload)) }
    }
    return removed
  }
}

extension CacheTable: Sendable where Payload: Sendable {}
extension CacheTable.Entry: Sendable where Payload: Sendable {}
