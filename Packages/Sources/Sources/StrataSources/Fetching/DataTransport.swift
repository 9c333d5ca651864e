public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Loads the response to a request.
///
/// A source of data takes one, so that tests and other networks can stand in for Foundation's.
public protocol DataTransport: Sendable {
  /// Loads the response to a request.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - progress: Called, in order, with the progress so far.
  /// - Returns: The data of a server that answered with success.
  /// - Throws: ``HTTPStatusError`` for other answers, ``TruncatedResponseError`` if the answer is not whole,
  ///   `CancellationError`, and errors of the network.
  func load(
    _ request: URLRequest,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> Data
}

/// Loads with Foundation's URL session.
public struct URLSessionTransport: DataTransport {
  private let configuration: @Sendable () -> URLSessionConfiguration

  /// Makes a transport.
  ///
  /// - Parameter configuration: Makes the configuration of the session that each load has of its own.
  public init(
    configuration: @escaping @Sendable () -> URLSessionConfiguration = { .default }
  ) {
    self.configuration = configuration
  }

  /// Loads the response to a request; see ``DataTransport/load(_:progress:)``.
  public func load(
    _ request: URLRequest,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> Data {
    let load = URLSessionLoad(request, progress)
    return try await withTaskCancellationHandler {
      try await load.run(configuration())
    } onCancel: {
      load.cancel()
    }
  }
}
