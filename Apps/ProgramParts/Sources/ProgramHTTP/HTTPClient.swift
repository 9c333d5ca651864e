public import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// Sends requests to HTTP servers, also to hostile ones.
///
/// An answer is read to a bound and no further, and none of them ends the process: an invalid one is an
/// ``HTTPFailure``. A few redirections are followed, from `http:` and `https:` to either, but not from `https:`
/// to `http:`. No cookies, caches or passwords are stored.
public struct HTTPClient: Sendable {
  /// How many redirections are followed.
  public static let mostRedirections = 5

  private let environment: [String: String]

  /// Makes a client.
  ///
  /// - Parameter environment: May name a proxy, as `http_proxy` and `no_proxy`.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }

  /// Asks for what lies at an address.
  ///
  /// There is no limit of time: cancelling the task closes the connection, and returns at once.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - type: The accepted type, such as `application/json`.
  ///   - limit: The most bytes of a body.
  ///   - onPart: Called when the answer begins, with 0, and with the bytes of the body so far.
  /// - Returns: The answer, with any status.
  /// - Throws: ``HTTPFailure``, or `CancellationError` when the task is cancelled.
  public func get(
    _ url: URL,
    accepting type: String,
    limit: Int,
    onPart: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> HTTPAnswer {
    var url = url
    for _ in 0...Self.mostRedirections {
      let address = try HTTPAddress(url)
      let answer = try await ask(address, type, limit, onPart)
      guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.location else {
        return answer
      }
      url = try Self.next(location, from: url, isSecure: address.isSecure)
    }
    throw HTTPFailure(.redirected, "it leads on more than \(Self.mostRedirections) times")
  }

  private static func next(
    _ location: String,
    from url: URL,
    isSecure: Bool
  ) throws(HTTPFailure) -> URL {
    guard location.utf8.count <= 8_192,
      let next = URL(string: location, relativeTo: url)?.absoluteURL,
      let address = try? HTTPAddress(next), address.isSecure || !isSecure
    else {
      throw HTTPFailure(.redirected, "it leads to an address that is not followed")
    }
    return next
  }

  private func ask(
    _ address: HTTPAddress,
    _ type: String,
    _ limit: Int,
    _ onPart: @escaping @Sendable (Int) -> Void
  ) async throws -> HTTPAnswer {
    let exchange = Exchange()
    let proxy = HTTPProxy(for: address, environment: environment)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard exchange.begin(continuation) else { return }
        connect(address, proxy, limit, onPart, exchange)
          .map { send(address, type, viaProxy: proxy != nil, on: $0) }
          .whenFailure { exchange.end(.failure(HTTPFailure($0))) }
      }
    } onCancel: {
      exchange.end(.failure(CancellationError()))
    }
  }

  private func connect(
    _ address: HTTPAddress,
    _ proxy: HTTPProxy?,
    _ limit: Int,
    _ onPart: @escaping @Sendable (Int) -> Void,
    _ exchange: Exchange
  ) -> EventLoopFuture<any Channel> {
    // Of several connections that are tried at once, only the first that stands gets handlers; what it
    // brings before is left unread.
    ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.autoRead, value: false)
      .connect(host: proxy?.host ?? address.host, port: proxy?.port ?? address.port)
      .flatMap { channel in
        exchange.take(channel)
        return channel.eventLoop.makeCompletedFuture {
          let handlers = channel.pipeline.syncOperations
          if address.isSecure { try handlers.addHandler(Self.security(for: address.host)) }
          try handlers.addHandler(ByteLimit(2 * limit + (1 << 18)))
          try handlers.addHTTPClientHandlers()
          let promise = channel.eventLoop.makePromise(of: HTTPAnswer.self)
          promise.futureResult.whenComplete { exchange.end($0) }
          try handlers.addHandler(AnswerHandler(limit: limit, promise: promise, onPart: onPart))
          return channel
        }
      }
      .flatMap { (channel: any Channel) in
        channel.setOption(.autoRead, value: true).map { channel }
      }
  }

  private static func security(for host: String) throws -> NIOSSLClientHandler {
    let context = try NIOSSLContext(configuration: .makeClientConfiguration())
    let isNumber = (try? SocketAddress(ipAddress: host, port: 0)) != nil
    return try NIOSSLClientHandler(context: context, serverHostname: isNumber ? nil : host)
  }

  private func send(
    _ address: HTTPAddress,
    _ type: String,
    viaProxy: Bool,
    on channel: any Channel
  ) {
    let head = HTTPRequestHead(
      version: .http1_1,
      method: .GET,
      uri: viaProxy ? "http://\(address.authority)\(address.target)" : address.target,
      headers: [
        "Host": address.authority, "Accept": type, "Accept-Encoding": "identity",
        "Connection": "close",
      ]
    )
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    // A server that answers and closes before it has read all is answered for all the same.
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
  }
}

/// One question on its way; it ends once, by an answer, a failure, or the task's end.
private final class Exchange: Sendable {
  private struct State {
    var continuation: CheckedContinuation<HTTPAnswer, any Error>?
    var channel: (any Channel)?
    var isDone = false
  }

  private let state = Mutex(State())

  /// - Returns: Whether it has not ended yet.
  func begin(_ continuation: CheckedContinuation<HTTPAnswer, any Error>) -> Bool {
    let isDone = state.withLock { state in
      if !state.isDone { state.continuation = continuation }
      return state.isDone
    }
    if isDone { continuation.resume(throwing: CancellationError()) }
    return !isDone
  }

  func take(_ channel: any Channel) {
    let isDone = state.withLock { state in
      state.channel = channel
      return state.isDone
    }
    if isDone { channel.close(promise: nil) }
  }

  func end(_ result: Result<HTTPAnswer, any Error>) {
    let (continuation, channel) = state.withLock { state in
      defer {
        state.isDone = true
        state.continuation = nil
      }
      return (state.continuation, state.channel)
    }
    continuation?.resume(with: result)
    channel?.close(promise: nil)
  }
}
