import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import ProgramHTTP

/// A service, and clients that send bytes.
@Suite(.timeLimit(.minutes(2))) struct HTTPServiceTests {
  private final class Notes: Sendable {
    private let notes = Mutex<[HTTPServiceNote]>([])

    func add(_ note: HTTPServiceNote) { notes.withLock { $0.append(note) } }

    /// Waits for a note.
    func wait(for note: HTTPServiceNote) async throws {
      while !notes.withLock({ $0.contains(note) }) { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  private let notes = Notes()

  private func start(
    limits: HTTPServiceLimits = HTTPServiceLimits(),
    _ respond: @escaping HTTPService.Respond
  ) async throws -> HTTPService {
    try await HTTPService.start(
      port: 0,
      limits: limits,
      onNote: { [notes] in notes.add($0) },
      respond: respond
    )
  }

  /// What a service answers until it closes the connection.
  private func answer(
    of service: HTTPService,
    to text: String,
    halfCloses: Bool = true
  ) async throws -> String {
    let channel = try await connect(to: service)
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      if halfCloses { outbound.finish() }
      var answer = ""
      for try await piece in inbound { answer += String(buffer: piece) }
      return answer
    }
  }

  private func connect(
    to service: HTTPService
  ) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: service.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel(
            wrappingChannelSynchronously: channel,
            configuration: NIOAsyncChannel.Configuration(isOutboundHalfClosureEnabled: true)
          )
        }
      }
  }

  private static func request(_ target: String) -> String {
    "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n"
  }

  @Test func aClientThatEndsItsSendingIsAnsweredBeforeTheConnectionCloses() async throws {
    let service = try await start { _, target in
      if target == "/slow" { try? await Task.sleep(for: .milliseconds(100)) }
      return .answer(status: 200, type: "text/plain", body: Array("answer".utf8))
    }
    for target in ["/", "/slow"] {
      for _ in 0..<20 {
        let answer = try await answer(of: service, to: Self.request(target))
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("answer"), "\(answer)")
      }
    }
    let two = try await answer(of: service, to: Self.request("/slow") + Self.request("/"))
    #expect(two.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
    await service.stop()
  }

  /// The second request is a pipelined one, which begins when the first is answered.
  @Test(arguments: [[], ["/quick"]])
  func theWorkForAClientThatEndedItsSendingHasALimitOfTime(before: [String]) async throws {
    let isCancelled = Mutex(false)
    let service = try await start(limits: HTTPServiceLimits(time: .milliseconds(300))) { _, path in
      if path == "/quick" { return .answer(status: 204, type: "text/plain", body: []) }
      do { try await Task.sleep(for: .seconds(3_600)) } catch { isCancelled.withLock { $0 = true } }
      return .answer(status: 200, type: "text/plain", body: [])
    }
    let requests = (before + ["/"]).map(Self.request).joined()
    let answers = try await answer(of: service, to: requests)
    #expect(answers.components(separatedBy: "HTTP/1.1 204").count == 1 + before.count)
    // The client had left when the answer was made.
    try await notes.wait(for: .undelivered(status: 200))
    #expect(isCancelled.withLock { $0 })
    await service.stop()
  }

  @Test(arguments: [true, false])
  func whatIsNoHTTPIsAnsweredWith400AndNoted(halfCloses: Bool) async throws {
    let service = try await start { _, _ in .close }
    let answer = try await answer(
      of: service,
      to: "GET /a\u{1} HTTP/1.1\r\nHost: x\r\n\r\n",
      halfCloses: halfCloses
    )
    #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    try await notes.wait(for: .rejected(status: 400))
    await service.stop()
  }

  @Test func aClientThatLeavesWithinARequestIsNotRejected() async throws {
    let service = try await start { _, _ in .close }
    #expect(try await answer(of: service, to: "GET / HT").isEmpty)
    await service.stop()
  }
}
