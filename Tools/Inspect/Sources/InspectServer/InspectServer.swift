import NIOCore
import NIOHTTP1
import NIOPosix
package import StrataInspector
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Shows what programs do while they do it: programs connect to a socket, browsers to a page.
package final class InspectServer: Sendable {
  /// What cannot be listened to.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    /// One sentence that says what to do.
    package let description: String
  }

  /// How many connections browsers may have at once.
  private static let connectionLimit = 256

  /// The address of the page, with its token.
  package let page: String
  /// Where programs connect.
  package let programs: LiveAddress
  private let hub: ProgramHub
  private let group: MultiThreadedEventLoopGroup
  private let channels: [any Channel]
  private let isStopping = Atomic(false)
  // Not the channels' own futures, which no longer complete once the group has ended.
  private let ended = AsyncStream.makeStream(of: Void.self)

  /// Begins to listen, on the loopback interface and on a socket of the user's own.
  ///
  /// - Parameters:
  ///   - programs: Where programs connect.
  ///   - port: The port of the page; 0 for any that is free.
  ///   - token: What stands in the page's address, so that no one else opens it.
  ///   - programPatience: How long a connection to the programs' address may stay without a program.
  /// - Throws: ``Failure`` if an address is taken, or cannot be used.
  package init(
    programs: LiveAddress = .standard,
    port: Int = 0,
    token: String = InspectServer.randomToken(),
    programPatience: Duration = .seconds(10)
  ) async throws {
    hub = ProgramHub()
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let hub = hub
    let access = Mutex(PageAccess(token: token, hosts: []))
    let holder = AccessHolder(access: access)
    do {
      let pages = try await Self.pages(hub, holder, group).bind(host: "127.0.0.1", port: port).get()
      let port = pages.localAddress?.port ?? 0
      holder.set(PageAccess(token: token, hosts: ["127.0.0.1:\(port)", "localhost:\(port)"]))
      page = "http://127.0.0.1:\(port)/\(token)/"
      let listener = try await Self.listen(
        programs,
        hub,
        page: page,
        patience: TimeAmount(programPatience),
        group
      )
      let taken = listener.localAddress?.port
      self.programs =
        if case .loopback = programs, let taken { .loopback(port: taken) } else { programs }
      channels = [pages, listener]
    } catch {
      try? await group.shutdownGracefully()
      if let failure = error as? Failure { throw failure }
      throw Failure(description: "The inspector cannot listen: \(error).")
    }
  }

  /// A text that no one guesses: 128 bits of the system's random numbers.
  package static func randomToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
  }

  /// Waits until the server is stopped.
  package func run() async {
    for await _ in ended.stream {}
  }

  /// Closes all connections, and removes the socket.
  package func stop() async {
    // A second call would wait for a group that has ended.
    guard !isStopping.exchange(true, ordering: .acquiringAndReleasing) else { return }
    for channel in channels { try? await channel.close().get() }
    if case .unix(let path) = programs { _ = unsafe unlink(path) }
    try? await group.shutdownGracefully()
    ended.continuation.finish()
  }

  // MARK: Listening

  private final class AccessHolder: Sendable {
    private let access: Mutex<PageAccess>
    init(access: consuming Mutex<PageAccess>) { self.access = access }
    func set(_ new: PageAccess) { access.withLock { $0 = new } }
    var value: PageAccess { access.withLock { $0 } }
  }

  private static func pages(
    _ hub: ProgramHub,
    _ access: AccessHolder,
    _ group: MultiThreadedEventLoopGroup
  ) -> ServerBootstrap {
    let open = OpenConnections()
    return ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        guard open.enter(limit: connectionLimit) else {
          return channel.eventLoop.makeFailedFuture(Failure(description: "too many connections"))
        }
        channel.closeFuture.whenComplete { _ in open.leave() }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: true
          )
          try channel.pipeline.syncOperations.addHandler(PageHandler(hub, access.value))
        }
      }
  }

  private final class OpenConnections: Sendable {
    private let count = Atomic(0)

    func enter(limit: Int) -> Bool {
      guard count.wrappingAdd(1, ordering: .relaxed).newValue <= limit else {
        leave()
        return false
      }
      return true
    }

    func leave() { count.wrappingSubtract(1, ordering: .relaxed) }
  }

  private static func listen(
    _ address: LiveAddress,
    _ hub: ProgramHub,
    page: String,
    patience: TimeAmount,
    _ group: MultiThreadedEventLoopGroup
  ) async throws -> any Channel {
    // Any user of the machine can connect to a port, and would learn the secret address.
    let page: String? = if case .unix = address { page } else { nil }
    let bootstrap = ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let handler = ProgramHandler(hub, page: page, patience: patience)
          try channel.pipeline.syncOperations.addHandler(handler)
        }
      }
    switch address {
    case .loopback(let port): return try await bootstrap.bind(host: "127.0.0.1", port: port).get()
    case .unix(let path):
      try await SocketFolder.prepare(path, group)
      return try await bootstrap.bind(unixDomainSocketPath: path).get()
    }
  }
}
