public import Foundation
import StrataConcurrency

/// Stores values as long as there is room: in memory, and on disk if it is given a folder.
///
/// ```swift
/// let cache = CachePersistence(limit: .maxSize(10_000_000), folder: cachesFolder)
/// let avatar = cache.source(for: CacheDescriptor<Data>(key: "avatar-7", expireAfter: 3_600))
/// ```
///
/// The limit applies to the memory and to the folder, each by itself. Observers see a value that is removed from both
/// as `notFound`. All sources of one key of one cache are one source.
///
/// May be used from any thread.
public final class CachePersistence: Sendable {
  private struct Kept: Sendable {
    let value: any Sendable
    let date: Date
  }

  private let table: Locked<CacheTable<Kept>>
  private let folder: CacheFolder?
  private let sources = SharedSources()
  private let time: SourceTime

  /// Makes a cache.
  ///
  /// - Parameters:
  ///   - limit: The limit of its values.
  ///   - folder: The folder for values that are to outlive the program; created if it is missing. Only `Codable` values
  ///     are stored there. A URL that is no file URL is reported, and there is no folder.
  ///   - time: The time that measures expiry and that timers wait on.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    limit: CacheLimit = .unlimited,
    folder: URL? = nil,
    time: SourceTime = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    table = Locked(CacheTable(limit: limit), rank: .leaf)
    if let folder, !folder.isFileURL {
      SourceDiagnostic.noFile(.noFileURL(folder)).report(
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      )
      self.folder = nil
    } else {
      self.folder = folder.map { CacheFolder($0, limit: limit) }
    }
    self.time = time
  }

  /// How many values there are in memory.
  public var count: Int { table.withLock { $0.entries.count } }

  /// How many bytes the values in memory count as.
  public var size: Int { table.withLock { $0.size } }

  /// The source of a value that is stored in memory alone.
  public func source<Value: Sendable>(
    for descriptor: CacheDescriptor<Value>
  ) -> Source<Persistable<Value>> {
    source(descriptor, coding: nil)
  }

  /// The source of a value that is stored in memory, and in the folder if there is one.
  public func source<Value: Sendable & Codable>(
    for descriptor: CacheDescriptor<Value>
  ) -> Source<Persistable<Value>> {
    source(
      descriptor,
      coding: folder.map { CacheFile(folder: $0, descriptor: descriptor) }
    )
  }

  /// Removes the removable values from the memory; those in the folder stay.
  ///
  /// Call it when the system asks for memory.
  public func handleMemoryPressure() {
    let now = time.now()
    // Released after the lock: the values are the user's.
    let removed = table.withLock { $0.discard(now) }
    tellRemoved(removed.map(\.key))
  }

  private func source<Value: Sendable>(
    _ descriptor: CacheDescriptor<Value>,
    coding: CacheFile<Value>?
  ) -> Source<Persistable<Value>> {
    let (source, other) = sources.source(for: descriptor.key) {
      PersistedSource(
        backend(descriptor, coding),
        expireAfter: descriptor.expireAfter,
        time
      )
    }
    if let other {
      SourceDiagnostic.sharedFile(
        "The cached value \(descriptor.key)",
        type(of: other),
        PersistedSource<Value>.self
      ).report()
    }
    return source.eraseToSource()
  }

  private func backend<Value: Sendable>(
    _ descriptor: CacheDescriptor<Value>,
    _ file: CacheFile<Value>?
  ) -> PersistenceBackend<Value> {
    let key = descriptor.key
    return PersistenceBackend(
      read: { [self] () throws(PersistenceError) in
        if let entry = table.withLock({ $0.use(key) }), let value = entry.payload.value as? Value {
          return (value, entry.payload.date)
        }
        return try file?.read()
      },
      write: { [self] (value, date) throws(PersistenceError) in
        let size = (value as? any CacheSizeRepresentable)?.cacheSize ?? MemoryLayout<Value>.size
        // First, since it may fail: then nothing has changed.
        let hashes = try file?.write(value, date) ?? []
        let (former, removed) = table.withLock { table in
          (
            table.remove(key),
            table.set(
              key,
              Kept(value: value, date: date),
              size: size,
              expiry: descriptor.expireAfter.map { date.addingTimeInterval($0) },
              policy: descriptor.retentionPolicy,
              now: date
            )
          )
        }
        let followed = hashes.isEmpty ? [] : sources.places
        tellRemoved(
          removed.map(\.key) + followed.filter { hashes.contains(CacheFolder.hash($0)) }
        )
        // Released here, after the lock: the values are the user's.
        withExtendedLifetime((former, removed)) {}
      },
      remove: { [self] () throws(PersistenceError) in
        _ = table.withLock { $0.remove(key) }
        try file?.remove()
      }
    )
  }

  /// Lets the sources of keys that were removed look again.
  private func tellRemoved(_ keys: [String]) {
    for key in Set(keys).sorted() { (sources.find(key) as? any Reloadable)?.reload() }
  }
}

/// A source whose stored value another source may have changed.
protocol Reloadable: AnyObject {
  func reload()
}

extension PersistedSource: Reloadable {}
