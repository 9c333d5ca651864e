import Foundation
import StrataConcurrency

/// The folder of a cache: one file for each key, within the cache's limit.
///
/// A file's name contains everything that must be known without reading the file. That is a hash of its key, how it is
/// retained, and when it expires.
final class CacheFolder: Sendable {
  private let url: URL
  private let table: Locked<CacheTable<String>>
  private let scan = Locked(false, rank: .part)

  init(_ url: URL, limit: CacheLimit) {
    self.url = url
    table = Locked(CacheTable(limit: limit), rank: .leaf)
  }

  /// The content of the file of a key.
  func read(_ key: String) throws -> Data? {
    prepare()
    guard let name = table.withLock({ $0.use(CacheFolder.hash(key))?.payload }) else { return nil }
    return try Data(contentsOf: url.appendingPathComponent(name))
  }

  /// Replaces the file of a key.
  ///
  /// - Returns: The hashes of the keys whose files were removed for it.
  func write(
    _ key: String,
    _ data: Data,
    expiry: Date?,
    policy: CacheRetentionPolicy,
    now: Date
  ) throws -> Set<String> {
    prepare()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let hash = CacheFolder.hash(key)
    let name = "\(hash).\(policy.rawValue).\(Self.mark(expiry))"
    try FileReplacement.replace(url.appendingPathComponent(name).path, with: data)
    // Only now, because a write that fails leaves the former content.
    let (former, removed) = table.withLock { table in
      (
        table.remove(hash),
        table.set(hash, name, size: data.count, expiry: expiry, policy: policy, now: now)
      )
    }
    if let former, former != name { delete(former) }
    for file in removed { delete(file.payload) }
    return Set(removed.map(\.key))
  }

  /// Removes the file of a key.
  func remove(_ key: String) {
    prepare()
    if let name = table.withLock({ $0.remove(CacheFolder.hash(key)) }) { delete(name) }
  }

  /// The expiry of a file, in its name; a time that does not fit into a whole number counts as never.
  private static func mark(_ expiry: Date?) -> String {
    let seconds = expiry.flatMap { Int(exactly: $0.timeIntervalSince1970.rounded(.towardZero)) }
    return seconds.map { "\($0)" } ?? "-"
  }

  private func delete(_ name: String) {
    try? FileManager.default.removeItem(at: url.appendingPathComponent(name))
  }

  /// Finds the files of earlier runs of the program, once.
  ///
  /// The oldest counts as used first, and is removed if there is more than the limit allows.
  private func prepare() {
    scan.withLock { isDone in
      guard !isDone else { return }
      isDone = true
      for (name, size) in files() {
        let parts = name.split(separator: ".").map(String.init)
        guard parts.count == 3, Self.isHash(parts[0]),
          let policy = CacheRetentionPolicy(rawValue: parts[1])
        else { continue }
        let expiry = TimeInterval(parts[2]).map { Date(timeIntervalSince1970: $0) }
        let surplus = table.withLock { table in
          let former = table.remove(parts[0])
          let removed = table.set(
            parts[0],
            name,
            size: size,
            expiry: expiry,
            policy: policy,
            now: .distantPast
          )
          return removed.map(\.payload) + (former.map { [$0] } ?? [])
        }
        for name in surplus { delete(name) }
      }
    }
  }

  /// Whether a text has the form of ``hash(_:)``: other files of the folder are left alone.
  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == 32 && text.allSatisfy(\.isHexDigit)
  }

  private func files() -> [(name: String, size: Int)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.map { name -> (name: String, size: Int, date: Date) in
      let path = url.appendingPathComponent(name).path
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (
        name, (attributes?[.size] as? NSNumber)?.intValue ?? 0,
        attributes?[.modificationDate] as? Date ?? .distantPast
      )
    }
    .sorted { ($0.date, $0.name) < ($1.date, $1.name) }
    .map { ($0.name, $0.size) }
  }

  /// 128 bits of FNV-1a, in two halves; the record has the whole key, so that a clash is noticed.
  static func hash(_ key: String) -> String {
    func fnv(_ start: UInt64) -> UInt64 {
      key.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    func hexadecimal(_ number: UInt64) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return hexadecimal(fnv(0xCBF2_9CE4_8422_2325)) + hexadecimal(fnv(0x8422_2325_CBF2_9CE4))
  }
}
