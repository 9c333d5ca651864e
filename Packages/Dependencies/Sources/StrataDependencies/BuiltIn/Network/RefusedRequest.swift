import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers every request with the error of a machine without a network.
final class RefusedRequest: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
  }

  override func stopLoading() {}
}
