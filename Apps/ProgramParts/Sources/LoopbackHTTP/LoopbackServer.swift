public import Foundation
import StrataConcurrency

/// A small HTTP server on this machine.
///
/// Each connection is one request, and has a thread of its own. Nothing here looks at a clock: each wait is for
/// an event.
public final class LoopbackServer: Sendable {
  /// Something that has happened at the server.
  public enum Event: Hashable, Sendable {
    /// A request has come: `GET /quotes.json`.
    case asked(String)
    /// It was answered so.
    case answered(String, Answer)
    /// A client has left before it had its answer.
    case left(String)
  }

  /// The address of the server.
  public let address: URL
  /// The events at the server, in order.
  public let events: AsyncStream<Event>

  private struct State {
    /// The connections; `nil` once the server is stopped.
    var clients: [Int32]? = []
    /// Whether the socket is closed, so that its number may belong to another file.
    var isClosed = false
  }

  private let socket: Socket
  private let state = Locked(State(), rank: .leaf)
  private let continuation: AsyncStream<Event>.Continuation
  private let answer: @Sendable (_ method: String, _ path: String) -> Answer

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: The port to listen on; 0 lets the system choose.
  ///   - answer: Makes the answer to a request of a method for a path. It is called on the request's thread and
  ///     may block it.
  /// - Throws: ``SocketFailure``.
  public init(
    port: UInt16 = 0,
    _ answer: @escaping @Sendable (_ method: String, _ path: String) -> Answer
  ) throws(SocketFailure) {
    socket = try Socket.bound(to: port)
    address = try Self.address(of: socket)
    // The stream is bounded, so that an unobserved server does not grow.
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_000))
    self.answer = answer
    do {
      try socket.startListening()
    } catch {
      socket.end()
      throw error
    }
    Thread.detachNewThread { [self] in acceptAll() }
  }

  /// Runs a closure with a server and then stops the server.
  public static func run<Result>(
    _ answer: @escaping @Sendable (_ method: String, _ path: String) -> Answer,
    _ body: (LoopbackServer) async throws -> Result
  ) async throws -> Result {
    let server = try LoopbackServer(answer)
    defer { server.stop() }
    return try await body(server)
  }

  /// Runs a closure with an address at which no process listens, and no other process can.
  public static func refusing<Result>(
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let socket = try Socket.bound(to: 0)
    defer { socket.end() }
    return try await body(try address(of: socket))
  }

  /// Closes everything; does nothing more when it is called again.
  public func stop() {
    state.withLock { state in
      for descriptor in state.clients ?? [] { Socket(descriptor: descriptor).shut() }
      state.clients = nil
      if !state.isClosed { socket.shut() }
    }
    continuation.finish()
  }

  private func acceptAll() {
    while let client = socket.nextClient() {
      let isOpen = state.withLock { state in
        state.clients?.append(client.descriptor)
        return state.clients != nil
      }
      guard isOpen else {
        client.end()
        continue
      }
      Thread.detachNewThread { [self] in serve(client) }
    }
    // Under the lock, so that `stop` never shuts a descriptor that belongs to another file by then.
    state.withLock { state in
      state.isClosed = true
      socket.end()
    }
  }

  private func serve(_ client: Socket) {
    defer {
      // Under the lock for the same reason.
      state.withLock { state in
        state.clients?.removeAll { $0 == client.descriptor }
        client.end()
      }
    }
    guard let (method, path) = request(of: client) else { return }
    let request = "\(method) \(path)"
    continuation.yield(.asked(request))
    let answer = answer(method, path)
    client.send(answer.message)
    guard answer.stalls else {
      continuation.yield(.answered(request, answer))
      return
    }
    while !client.receive().isEmpty {}
    continuation.yield(.left(request))
  }

  /// The method and the path of a request, read to the end of its head.
  private func request(of client: Socket) -> (method: String, path: String)? {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while bytes.suffix(4) != end[...] {
      let more = client.receive()
      guard !more.isEmpty, bytes.count < 1 << 16 else { return nil }
      bytes += more
    }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 2)
    return words.count == 3 ? (String(words[0]), String(words[1])) : nil
  }

  private static func address(of socket: Socket) throws(SocketFailure) -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(socket.port)") else {
      throw SocketFailure(call: "getsockname", number: 0)
    }
    return url
  }
}
