public import Foundation

/// Names a file, and says how a value is written in it and how long it is good.
///
/// ```swift
/// extension FileDescriptor {
///   static var settings: FileDescriptor<Settings> { .init(url: folder.appending(path: "settings.json")) }
/// }
/// ```
public struct FileDescriptor<Value: Sendable>: Sendable {
  /// Where the file is.
  public let url: URL
  /// After how many seconds the value has expired, counted from the file's modification date; `nil`
  /// for never.
  public let expireAfter: TimeInterval?

  let encode: @Sendable (Value) throws -> Data
  let decode: @Sendable (Data) throws -> Value

  /// Describes a file in a format of its own.
  ///
  /// - Parameters:
  ///   - url: Where the file is; its folder is made if it is not there.
  ///   - expireAfter: After how many seconds the value has expired; `nil` for never.
  ///   - encode: Makes data of a value.
  ///   - decode: Makes a value of data; throws if they are damaged.
  public init(
    url: URL,
    expireAfter: TimeInterval? = nil,
    encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value
  ) {
    self.url = url
    self.expireAfter = expireAfter
    self.encode = encode
    self.decode = decode
  }

  /// Describes a JSON file.
  public init(url: URL, expireAfter: TimeInterval? = nil) where Value: Codable {
    self.init(
      url: url,
      expireAfter: expireAfter,
      encode: { try JSONEncoder().encode($0) },
      decode: { try JSONDecoder().decode(Value.self, from: $0) }
    )
  }

  /// Describes a JSON file that is only read with a decoder, and written in a format of its own.
  public init(
    url: URL,
    expireAfter: TimeInterval? = nil,
    encode: @escaping @Sendable (Value) throws -> Data
  ) where Value: Decodable {
    self.init(
      url: url,
      expireAfter: expireAfter,
      encode: encode,
      decode: { try JSONDecoder().decode(Value.self, from: $0) }
    )
  }

  /// Describes a file that is written as JSON, and read in a format of its own.
  public init(
    url: URL,
    expireAfter: TimeInterval? = nil,
    decode: @escaping @Sendable (Data) throws -> Value
  ) where Value: Encodable {
    self.init(
      url: url,
      expireAfter: expireAfter,
      encode: { try JSONEncoder().encode($0) },
      decode: decode
    )
  }

  /// Describes a file whose content the value itself makes.
  public init(url: URL, expireAfter: TimeInterval? = nil) where Value: DataConvertible {
    self.init(
      url: url,
      expireAfter: expireAfter,
      encode: { try $0.data() },
      decode: { try Value(data: $0) }
    )
  }
}

/// A value that makes data of itself, and itself of data.
public protocol DataConvertible {
  /// Makes a value of data.
  ///
  /// - Throws: If the data are damaged.
  init(data: Data) throws

  /// Makes data of the value.
  ///
  /// - Throws: If that is not possible.
  func data() throws -> Data
}
