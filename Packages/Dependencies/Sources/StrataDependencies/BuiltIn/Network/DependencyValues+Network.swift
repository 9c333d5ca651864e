#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension DependencyValues {
  /// The session that loads from the network.
  ///
  /// Live and preview: `URLSession.shared`. Test: reported; a session whose every request fails with
  /// `URLError.notConnectedToInternet` without leaving the process.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }
}

private enum URLSessionKey: DependencyKey {
  static var liveValue: URLSession { .shared }
  static var testValue: URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [RefusedRequest.self]
    return standIn(
      URLSession(configuration: configuration),
      advice: "Override it, for example with `$0.urlSession` set to a session whose "
        + "configuration names a protocol class that answers."
    )
  }
}
