public import Foundation
import StrataExtensions

extension Source where Model == Fetchable<Data> {
  /// Makes a source of the value that is decoded from the data, which are JSON.
  ///
  /// Data that cannot be decoded become a failure, which counts its own attempts; its `retry` fetches the data again.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: Decodes it.
  /// - Returns: The source.
  public func jsonDecoded<Value: Decodable>(
    _ type: Value.Type = Value.self,
    decoder: JSONDecoder = JSONDecoder()
  ) -> Source<Fetchable<Value>> {
    decoding { try decoder.decode(Value.self, from: JSONNesting.checked($0)) }
  }

  /// Makes a source of the value that a function decodes from the data.
  ///
  /// Data that cannot be decoded become a failure, which counts its own attempts; its `retry` fetches the data again.
  ///
  /// - Parameter decode: Throws if the data are wrong.
  /// - Returns: The source.
  public func decoded<Value>(
    using decode: @escaping @Sendable (Data) throws -> Value
  ) -> Source<Fetchable<Value>> {
    decoding(decode)
  }

  private func decoding<Value>(
    _ decode: @escaping (Data) throws -> Value
  ) -> Source<Fetchable<Value>> {
    OperatorSource<Fetchable<Data>, Decoded<Value>>(
      self,
      first: { Decoded($0, failedBefore: 0, decode) },
      next: { Decoded($0, failedBefore: $1.failedAttempts, decode) }
    ).eraseToSource().map(\.value)
  }
}

/// The value that was made of data, and how many attempts in a row failed.
private struct Decoded<Value> {
  let value: Fetchable<Value>
  let failedAttempts: Int

  init(_ data: Fetchable<Data>, failedBefore: Int, _ decode: (Data) throws -> Value) {
    do {
      value = try data.map(decode)
      failedAttempts = data.fetched == nil ? failedBefore : 0
    } catch {
      failedAttempts = failedBefore + 1
      value = .failure(
        .init(error: error, failedAttempts: failedAttempts, retry: data.fetched?.refresh)
      )
    }
  }
}
