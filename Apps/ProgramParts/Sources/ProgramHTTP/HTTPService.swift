import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The limits of a service, so that no client takes more than its share.
public struct HTTPServiceLimits: Hashable, Sendable {
  /// How many connections are open at once; one that comes beyond is closed.
  ///
  /// It is lowered if the system's limit on descriptors leaves fewer, with a reserve.
  public var connections: Int
  /// How many bytes of a request's head are read.
  public var headLength: Int
  /// How many bytes of a request's body are read; they are not stored.
  public var bodyLength: Int
  /// How long a client has for a request and for taking an answer, and a connection may wait for the
  /// next request.
  public var time: Duration

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - connections: How many are open at once.
  ///   - headLength: How many bytes of a head are read.
  ///   - bodyLength: How many bytes of a body are read.
  ///   - time: How long a client has for the request and for the answer.
  public init(
    connections: Int = 4_096,
    headLength: Int = 1 << 14,
    bodyLength: Int = 1 << 16,
    time: Duration = .seconds(15)
  ) {
    var files = rlimit()
    #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let resource = RLIMIT_NOFILE
    #endif
    // SAFETY: the system writes one `rlimit`.
    let most = unsafe getrlimit(resource, &files) == 0 ? Int(clamping: files.rlim_cur) - 64 : 192
    self.connections = max(1, min(connections, most))
    self.headLength = headLength
    self.bodyLength = bodyLength
    self.time = time
  }
}

/// A notification of a service, beside its answers.
public enum HTTPServiceNote: Hashable, Sendable {
  /// A connection was opened.
  case opened
  /// A connection was closed, by whomever.
  case closed
  /// A connection was closed at once, as there were too many.
  case full
  /// A request was answered with a status without asking who responds: it exceeds a limit, or is no HTTP.
  case rejected(status: Int)
  /// A connection was closed because its client took too long.
  case late
  /// An answer could not be written to its end: the client had left, or took too long.
  case undelivered(status: Int)
}

/// A reply of a service.
public enum HTTPReply: Hashable, Sendable {
  /// An answer, with its type and its body.
  case answer(status: Int, type: String, body: [UInt8])
  /// An answer that promises more bytes than it has, and a closed connection.
  case cutOff([UInt8])
  /// A closed connection.
  case close
  /// Nothing, until the client leaves.
  case silence
}

/// Answers requests of HTTP on this machine: many at once, within limits, until it is stopped.
public final class HTTPService: Sendable {
  /// Answers a request of a method for a target; may wait.
  ///
  /// Its task is cancelled when the client leaves. A client that only ends its sending may still read: its task is
  /// cancelled after the time of ``HTTPServiceLimits/time``.
  public typealias Respond = @Sendable (_ method: String, _ target: String) async -> HTTPReply
  /// Called with each notification, on any thread; it must not wait.
  public typealias Note = @Sendable (HTTPServiceNote) -> Void

  /// The port that it listens on.
  public let port: Int

  private let channel: any Channel
  private let clients: Clients

  private init(_ channel: any Channel, _ clients: Clients) {
    self.channel = channel
    self.clients = clients
    port = channel.localAddress?.port ?? 0
  }

  /// Starts a service at `127.0.0.1`.
  ///
  /// - Parameters:
  ///   - port: The port to listen on; 0 lets the system choose.
  ///   - limits: The limits of the service.
  ///   - onNote: Called with each notification.
  ///   - respond: Answers a request.
  /// - Returns: The listening service.
  /// - Throws: ``HTTPFailure`` with the system's words.
  public static func start(
    port: UInt16,
    limits: HTTPServiceLimits = HTTPServiceLimits(),
    onNote: @escaping Note = { _ in },
    respond: @escaping Respond
  ) async throws(HTTPFailure) -> HTTPService {
    let clients = Clients(most: limits.connections)
    do {
      let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: 1_024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.maxMessagesPerRead, value: 4)
        // A client that has sent its request may end its sending, and still waits for the answer.
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelInitializer { child in
          guard clients.admit(child) else {
            onNote(.full)
            return child.close()
          }
          onNote(.opened)
          child.closeFuture.whenComplete { _ in onNote(.closed) }
          return child.eventLoop.makeCompletedFuture {
            let handlers = child.pipeline.syncOperations
            try handlers.configureHTTPServerPipeline(
              withPipeliningAssistance: true,
              // The handler answers what is no HTTP, and notes it.
              withErrorHandling: false
            )
            try handlers.addHandler(RequestHandler(clients, limits, onNote, respond))
          }
        }
        .bind(host: "127.0.0.1", port: Int(port)).get()
      return HTTPService(channel, clients)
    } catch {
      throw HTTPFailure(error)
    }
  }

  /// How many connections are open.
  public var connectionCount: Int { clients.count }

  /// Takes no more connections, lets the requests under way be answered, and closes.
  ///
  /// - Parameter seconds: After how long it closes what is still under way.
  public func stop(within seconds: Int = 5) async {
    try? await channel.close().get()
    clients.stop()
    for _ in 0..<(seconds * 50) {
      if clients.count == 0 { return }
      try? await Task.sleep(for: .milliseconds(20))
    }
    clients.closeAll()
  }
}

/// The connections of a service.
final class Clients: Sendable {
  private struct State {
    var open: [ObjectIdentifier: any Channel] = [:]
    var busy: Set<ObjectIdentifier> = []
    var isStopping = false
  }

  private let most: Int
  private let state = Mutex(State())

  init(most: Int) {
    self.most = most
  }

  var count: Int { state.withLock { $0.open.count } }

  func admit(_ channel: any Channel) -> Bool {
    let id = ObjectIdentifier(channel)
    let isAdmitted = state.withLock { state in
      guard !state.isStopping, state.open.count < most else { return false }
      state.open[id] = channel
      return true
    }
    if isAdmitted {
      channel.closeFuture.whenComplete { _ in
        self.state.withLock { state in
          state.open[id] = nil
          state.busy.remove(id)
        }
      }
    }
    return isAdmitted
  }

  /// - Returns: Whether the connection may stay open for another request.
  func note(_ channel: any Channel, isBusy: Bool) -> Bool {
    let id = ObjectIdentifier(channel)
    return state.withLock { state in
      if isBusy { state.busy.insert(id) } else { state.busy.remove(id) }
      return !state.isStopping
    }
  }

  /// Closes the connections that wait for a request.
  func stop() {
    let idle = state.withLock { state in
      state.isStopping = true
      return state.open.filter { !state.busy.contains($0.key) }.map(\.value)
    }
    for channel in idle { channel.close(promise: nil) }
  }

  func closeAll() {
    for channel in state.withLock({ Array($0.open.values) }) { channel.close(promise: nil) }
  }
}
