public import Foundation
import StrataConcurrency
import StrataExtensions

/// Names a value in the user's defaults, and defines when it expires.
public struct UserDefaultsDescriptor<Value: Codable & Sendable>: Sendable {
  /// The key of the value.
  public let key: String
  /// After how many seconds the value has expired; `nil` or infinity for never.
  public let expireAfter: TimeInterval?

  /// Describes a value.
  ///
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - expireAfter: After how many seconds the value expires; `nil` or infinity for never. A negative value is
  ///     reported and counts as 0; a value that is not a number counts as never.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    key: String,
    expireAfter: TimeInterval? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.key = key
    self.expireAfter = Seconds.expiry(expireAfter, at: callSite)
  }
}

/// Stores values in the user's defaults, each as a record of the value, in JSON, and its date.
///
/// All sources for one key of one suite are one source, in the whole program. On systems without a service for the
/// defaults, such as Linux, each change is written to their file at once.
public struct UserDefaultsPersistence: Sendable {
  private static let sources = SharedSources()

  private let suiteName: String?
  private let time: SourceTime

  /// Makes a way to store values in the user's defaults.
  ///
  /// - Parameters:
  ///   - suiteName: The suite; `nil` for the program's own.
  ///   - time: The time that measures expiry and that timers wait on.
  public init(suiteName: String? = nil, time: SourceTime = .current) {
    self.suiteName = suiteName
    self.time = time
  }

  /// The source of a value, which is read when the model is first needed.
  public func source<Value: Codable & Sendable>(
    for descriptor: UserDefaultsDescriptor<Value>
  ) -> Source<Persistable<Value>> {
    let place = "\(suiteName ?? ""):\(descriptor.key)"
    let (source, other) = Self.sources.source(for: place) {
      PersistedSource(
        Self.backend(suiteName, descriptor),
        expireAfter: descriptor.expireAfter,
        time
      )
    }
    if let other {
      SourceDiagnostic.sharedFile(
        "The default \(descriptor.key)",
        type(of: other),
        PersistedSource<Value>.self
      ).report()
    }
    return source.eraseToSource()
  }

  private static func backend<Value: Codable & Sendable>(
    _ suiteName: String?,
    _ descriptor: UserDefaultsDescriptor<Value>
  ) -> PersistenceBackend<Value> {
    let key = descriptor.key
    // The object is fetched at each use, because the class promises nothing about threads and gives one object for a
    // suite.
    @Sendable func defaults() -> UserDefaults {
      suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard
    }
    return PersistenceBackend(
      read: { () throws(PersistenceError) in
        guard let data = defaults().data(forKey: key) else { return nil }
        do {
          let record = try JSONDecoder().decode(
            DefaultsRecord<Value>.self,
            from: JSONNesting.checked(data)
          )
          return (record.value, record.date)
        } catch {
          throw PersistenceError.damaged("the default \(key)", error)
        }
      },
      write: { (value, date) throws(PersistenceError) in
        let record = DefaultsRecord(value: value, date: date)
        do {
          let data = try JSONNesting.checked(JSONEncoder().encode(record))
          let defaults = defaults()
          keepDamaged(defaults, key, as: DefaultsRecord<Value>.self)
          defaults.set(data, forKey: key)
          writeNow(defaults)
        } catch {
          throw PersistenceError.unencodable("the default \(key)", error)
        }
      },
      remove: { () throws(PersistenceError) in
        let defaults = defaults()
        defaults.removeObject(forKey: key)
        writeNow(defaults)
      },
      close: { _ = defaults().synchronize() }
    )
  }

  /// Writes the defaults to their file where the program itself has to: the system does not, not even at the exit.
  private static func writeNow(_ defaults: UserDefaults) {
    #if !canImport(Darwin)
    _ = defaults.synchronize()
    #endif
  }

  /// Moves unreadable data to a retired copy before other data replace them.
  private static func keepDamaged<Record: Decodable>(
    _ defaults: UserDefaults,
    _ key: String,
    as type: Record.Type
  ) {
    guard let data = defaults.data(forKey: key) else { return }
    if (try? JSONDecoder().decode(type, from: JSONNesting.checked(data))) == nil {
      defaults.set(data, forKey: key + ".damaged")
    }
  }
}

/// A value with the time at which it was stored.
private struct DefaultsRecord<Value: Codable>: Codable {
  let value: Value
  let date: Date
}
