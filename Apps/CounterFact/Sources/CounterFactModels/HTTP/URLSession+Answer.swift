import Foundation
import Strata

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why a request has no whole answer.
struct RequestFailure: Error {
  let error: URLError
  /// Whether an answer had begun.
  let hasBegun: Bool
}

extension URLSession {
  /// Sends a request and gives the whole answer.
  ///
  /// `data(for:)` does not tell whether an answer had begun when it failed, which is the difference
  /// between a service that is not there and one whose answer is damaged.
  ///
  /// - Throws: ``RequestFailure``, or `CancellationError` when the task is cancelled; then the
  ///   connection is closed.
  func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
    let running = Locked<URLSessionDataTask?>(nil, rank: .leaf)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = dataTask(with: request) { data, response, error in
          let task = running.withLock { $0 }
          if let data, let response, error == nil {
            continuation.resume(returning: (data, response))
          } else if (error as? URLError)?.code == .cancelled {
            continuation.resume(throwing: CancellationError())
          } else {
            let error = error as? URLError ?? URLError(.unknown)
            // Where Foundation gives no response with an error, the length that it announced tells;
            // one that is not known is -1.
            let hasBegun =
              response != nil || task?.response != nil
              || (task?.countOfBytesExpectedToReceive ?? 0) != 0
            continuation.resume(throwing: RequestFailure(error: error, hasBegun: hasBegun))
          }
        }
        running.withLock { $0 = task }
        task.resume()
        // The handler may have run before there was a task.
        if Task.isCancelled { task.cancel() }
      }
    } onCancel: {
      running.withLock { $0 }?.cancel()
    }
  }
}
