import Foundation
import StrataConcurrency
import StrataExtensions

/// The file of one value of a cache.
struct CacheFile<Value: Sendable>: Sendable {
  let read: @Sendable () throws(PersistenceError) -> (value: Value, date: Date)?
  /// - Returns: The hashes of the keys whose files were removed to make room.
  let write: @Sendable (Value, Date) throws(PersistenceError) -> Set<String>
  let remove: @Sendable () throws(PersistenceError) -> Void
}

extension CacheFile where Value: Codable {
  init(folder: CacheFolder, descriptor: CacheDescriptor<Value>) {
    let key = descriptor.key
    read = { () throws(PersistenceError) in
      do {
        guard let data = try folder.read(key) else { return nil }
        let record = try JSONDecoder().decode(
          CacheRecord<Value>.self,
          from: JSONNesting.checked(data)
        )
        // Another key with the same hash: this one is missing.
        guard record.key == key else { return nil }
        return (record.value, record.date)
      } catch {
        // A cache may forget: a value that cannot be read is fetched again.
        folder.remove(key)
        return nil
      }
    }
    write = { (value, date) throws(PersistenceError) in
      do {
        let record = CacheRecord(key: key, value: value, date: date)
        return try folder.write(
          key,
          try JSONNesting.checked(JSONEncoder().encode(record)),
          expiry: descriptor.expireAfter.map { date.addingTimeInterval($0) },
          policy: descriptor.retentionPolicy,
          now: date
        )
      } catch let error as EncodingError {
        throw .unencodable("the cached value “\(key)”", error)
      } catch let error as JSONNestingError {
        throw .unencodable("the cached value “\(key)”", error)
      } catch {
        throw .unwritable("The cached value “\(key)”", error)
      }
    }
    remove = { () throws(PersistenceError) in folder.remove(key) }
  }
}

/// A value with its key and the time at which it was stored.
private struct CacheRecord<Value: Codable>: Codable {
  let key: String
  let value: Value
  let date: Date
}
