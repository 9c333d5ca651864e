package import Foundation
import Synchronization

/// A small HTTP server on this machine, for one test.
///
/// Each connection is one request, and has a thread of its own. Nothing here looks at a clock: who
/// waits, waits for something that happens.
package final class LoopbackServer: Sendable {
  /// Something that has happened at the server.
  package enum Event: Equatable, Sendable {
    /// A request for a path has come.
    case asked(String)
    /// A client has left before it had its answer.
    case left(String)
  }

  /// The address of the server.
  package let address: URL
  /// What happens at the server, in order.
  package let events: AsyncStream<Event>

  private let socket: Socket
  private let clients = Mutex<[Int32]?>([])
  private let continuation: AsyncStream<Event>.Continuation
  private let answer: @Sendable (String) -> Answer

  /// Starts a server.
  ///
  /// - Parameter answer: What to do with a request for a path such as `/42`.
  /// - Throws: ``SocketFailure``.
  package init(_ answer: @escaping @Sendable (String) -> Answer) throws {
    socket = try Socket.bound()
    address = try Self.address(of: socket)
    (events, continuation) = AsyncStream.makeStream()
    self.answer = answer
    try socket.startListening()
    Thread.detachNewThread { [self] in
      while let client = socket.nextClient() {
        let isOpen = clients.withLock { clients in
          clients?.append(client.descriptor)
          return clients != nil
        }
        guard isOpen else {
          client.end()
          continue
        }
        Thread.detachNewThread { [self] in serve(client) }
      }
      socket.end()
    }
  }

  /// Runs a test with a server, which is stopped afterwards.
  package static func run<Result>(
    _ answer: @escaping @Sendable (String) -> Answer,
    _ test: (LoopbackServer) async throws -> Result
  ) async throws -> Result {
    let server = try LoopbackServer(answer)
    defer { server.stop() }
    return try await test(server)
  }

  /// Runs a test with an address at which nobody listens, and nobody else can.
  package static func refusing<Result>(
    _ test: (URL) async throws -> Result
  ) async throws -> Result {
    let socket = try Socket.bound()
    defer { socket.end() }
    return try await test(try address(of: socket))
  }

  /// Closes everything.
  package func stop() {
    clients.withLock { clients in
      for descriptor in clients ?? [] { Socket(descriptor: descriptor).shut() }
      clients = nil
    }
    socket.shut()
    continuation.finish()
  }

  private func serve(_ client: Socket) {
    defer {
      // Under the lock, so that `stop` never shuts a descriptor that is somebody else's by then.
      clients.withLock { clients in
        clients?.removeAll { $0 == client.descriptor }
        client.end()
      }
    }
    guard let path = request(of: client) else { return }
    continuation.yield(.asked(path))
    let answer = answer(path)
    client.send(answer.message)
    guard answer.waitsForClient else { return }
    while !client.receive().isEmpty {}
    continuation.yield(.left(path))
  }

  /// The path of a request, read to its end.
  private func request(of client: Socket) -> String? {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while bytes.suffix(4) != end[...] {
      let more = client.receive()
      guard !more.isEmpty else { return nil }
      bytes += more
    }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? String(words[1]) : nil
  }

  private static func address(of socket: Socket) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(socket.port)") else {
      throw SocketFailure(call: "getsockname", number: 0)
    }
    return url
  }
}
