import Foundation
import StrataConcurrency

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request that is being loaded.
///
/// It uses a delegate because `data(for:)` does not report progress on all systems.
final class URLSessionLoad: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var data = Data()
    var expected: Int64 = 0
    var statusCode = 200
    var headers: [AnyHashable: Any] = [:]
    var task: URLSessionDataTask?
    var isCancelled = false
    var continuation: CheckedContinuation<Data, any Error>?
  }

  private let request: URLRequest
  private let progress: @Sendable (FetchProgress) -> Void
  private let state = Locked(State(), rank: .leaf)
  /// The number of bytes of an error's body that are retained.
  private static let keptErrorBytes = 1_024

  init(_ request: URLRequest, _ progress: @escaping @Sendable (FetchProgress) -> Void) {
    self.request = request
    self.progress = progress
  }

  func run(_ configuration: URLSessionConfiguration) async throws -> Data {
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    // Releases the session, and with it the delegate, once the task is done.
    defer { session.finishTasksAndInvalidate() }
    return try await withCheckedThrowingContinuation { continuation in
      let task = session.dataTask(with: request)
      let box = UncheckedTransfer(task)
      let isCancelled = state.withLock { state in
        state.task = box.value
        state.continuation = continuation
        return state.isCancelled
      }
      if isCancelled { finish(.failure(CancellationError())) } else { task.resume() }
    }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return UncheckedTransfer(state.task)
    }
    // First, because the task would end with an error of its own.
    finish(.failure(CancellationError()))
    task.value?.cancel()
  }

  private func finish(_ result: Result<Data, any Error>) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: result)
  }

  // MARK: URLSessionDataDelegate

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let http = UncheckedTransfer(response as? HTTPURLResponse)
    let expected = response.expectedContentLength
    state.withLock { state in
      state.expected = max(expected, 0)
      state.statusCode = http.value?.statusCode ?? 200
      state.headers = http.value?.allHeaderFields ?? [:]
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let now = state.withLock { state in
      state.data.append(data)
      return FetchProgress(
        totalUnitCount: state.expected,
        completedUnitCount: Int64(state.data.count)
      )
    }
    progress(now)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    finish(result(error))
  }

  /// Whether less data has come than was announced.
  ///
  /// The announced length of an encoded answer is its length on the way. It does not give the length of the decoded
  /// data.
  static func isTruncated(
    _ count: Int,
    of expected: Int64,
    isEncoded: Bool,
    _ method: String?
  ) -> Bool {
    Int64(count) < expected && !isEncoded && method != "HEAD"
  }

  /// Whether an error may say that the server has closed the connection: on Linux it has no name.
  static func isLostConnection(_ error: any Error) -> Bool {
    guard let code = (error as? URLError)?.code else { return false }
    return code == .networkConnectionLost || code == .unknown
  }

  private func result(_ error: (any Error)?) -> Result<Data, any Error> {
    let (data, expected, status, headers) = state.withLock { state in
      UncheckedTransfer((state.data, state.expected, state.statusCode, state.headers))
    }.value
    let isEncoded = headers.contains { "\($0.key)".lowercased() == "content-encoding" }
    let isTruncated = Self.isTruncated(
      data.count,
      of: expected,
      isEncoded: isEncoded,
      request.httpMethod
    )
    if let error, !isTruncated || !Self.isLostConnection(error) { return .failure(error) }
    guard (200..<300).contains(status) else {
      let after = headers.first { "\($0.key)".lowercased() == "retry-after" }
      return .failure(
        HTTPStatusError(
          statusCode: status,
          url: request.url,
          body: String(decoding: data.prefix(Self.keptErrorBytes), as: UTF8.self),
          retryAfter: after.flatMap { TimeInterval("\($0.value)") }
        )
      )
    }
    if isTruncated {
      return .failure(
        TruncatedResponseError(
          expectedByteCount: expected,
          receivedByteCount: Int64(data.count)
        )
      )
    }
    return .success(data)
  }
}
