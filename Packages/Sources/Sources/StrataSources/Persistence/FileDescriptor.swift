public import Foundation
import StrataConcurrency
import StrataExtensions

/// Names a file, and defines the format of its value and when the value expires.
///
/// ```swift
/// extension FileDescriptor {
///   static var settings: FileDescriptor<Settings> { .init(url: folder.appending(path: "settings.json")) }
/// }
/// ```
///
/// A source for a URL that is no file URL reports that, and stores nothing.
public struct FileDescriptor<Value: Sendable>: Sendable {
  /// The location of the file.
  public let url: URL
  /// After how many seconds the value has expired, counted from the file's modification date; `nil`
  /// or infinity for never.
  public let expireAfter: TimeInterval?

  /// The line that makes the descriptor.
  let callSite: CallSite
  let encode: @Sendable (Value) throws -> Data
  let decode: @Sendable (Data) throws -> Value

  /// Describes a file in a format of its own.
  ///
  /// - Parameters:
  ///   - url: The location of the file; its folder is created if it is missing.
  ///   - expireAfter: After how many seconds the value expires; `nil` or infinity for never. A negative value is
  ///     reported and counts as 0; a value that is not a number counts as never.
  ///   - encode: Makes data of a value.
  ///   - decode: Makes a value of data; throws if they are damaged.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public init(
    url: URL,
    expireAfter: TimeInterval? = nil,
    encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      url,
      expireAfter,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      encode: encode,
      decode: decode
    )
  }

  private init(
    _ url: URL,
    _ expireAfter: TimeInterval?,
    at callSite: CallSite,
    encode: @escaping @Sendable (Value) throws -> Data,
    decode: @escaping @Sendable (Data) throws -> Value
  ) {
    self.url = url
    self.expireAfter = Seconds.expiry(expireAfter, at: callSite)
    self.callSite = callSite
    self.encode = encode
    self.decode = decode
  }

  /// Describes a JSON file.
  public init(
    url: URL,
    expireAfter: TimeInterval? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value: Codable {
    self.init(
      url,
      expireAfter,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      encode: { try JSONNesting.checked(JSONEncoder().encode($0)) },
      decode: { try JSONDecoder().decode(Value.self, from: JSONNesting.checked($0)) }
    )
  }

  /// Describes a JSON file that is only read with a decoder, and written in a format of its own.
  public init(
    url: URL,
    expireAfter: TimeInterval? = nil,
    encode: @escaping @Sendable (Value) throws -> Data,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value: Decodable {
    self.init(
      url,
      expireAfter,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      encode: encode,
      decode: { try JSONDecoder().decode(Value.self, from: JSONNesting.checked($0)) }
    )
  }

  /// Describes a file that is written as JSON, and read in a format of its own.
  public init(
    url: URL,
    expireAfter: TimeInterval? = nil,
    decode: @escaping @Sendable (Data) throws -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value: Encodable {
    self.init(
      url,
      expireAfter,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      encode: { try JSONNesting.checked(JSONEncoder().encode($0)) },
      decode: decode
    )
  }

  /// Describes a file whose content the value itself makes.
  public init(
    url: URL,
    expireAfter: TimeInterval? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value: DataConvertible {
    self.init(
      url,
      expireAfter,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
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
