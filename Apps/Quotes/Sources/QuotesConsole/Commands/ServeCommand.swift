import ArgumentParser
import Foundation
import ProgramConsole
import ProgramHTTP
import ProgramRecording
import ProgramStreams
import StrataDependencies

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// `quotes serve`.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve quotes to programs on this machine until it is told to stop.",
    discussion: """
      /quotes.json has all quotes, /random.json one of them; /health says that the service answers, \
      /metrics what it has answered. Prints the address first, and then a line for each request: the \
      time, the level, the request, and what became of it. SIGTERM and Ctrl-C let the requests under \
      way be answered, and end the service.

      LEVELS
        debug    connections        info     each request
        notice   the service's end, clients that left, answers not delivered
        warning  rejected or slow clients, answers of 400 to 499
        error    answers from 500, requests without an answer
      """
  )

  // Unconditional, here and elsewhere: else the parser takes -1 for an option, and misses a value.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where to listen: \(Port.help).", valueName: "0…65535"),
    transform: Port.init(argument:)
  )
  var port: Port?

  @Option(help: "The least level of what is logged.")
  var log = LogLevel.least(.info)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many connections are open at once, if the limit on open files leaves so many.",
      valueName: "count"
    )
  )
  var maxConnections = 4_096

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long a client has for a request, and for reading an answer. (default: 15)",
      valueName: "seconds"
    ),
    transform: Seconds.init(argument:)
  )
  var clientTimeout: Seconds?

  @OptionGroup var behaviour: ServerOptions

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  func validate() throws {
    guard (1...1_000_000).contains(maxConnections) else {
      throw ValidationError("--max-connections takes a number from 1 to 1000000.")
    }
    if clientTimeout?.count == 0 {
      throw ValidationError("--client-timeout takes more than 0 seconds.")
    }
  }

  func run() async throws {
    let console = DependencyValues.current.console
    let desk = ServiceDesk(behaviour, logging: log.level)
    var limits = HTTPServiceLimits(connections: maxConnections)
    if let clientTimeout { limits.time = clientTimeout.duration }
    let service = try await HTTPService.quotes(port: port?.number ?? 0, desk, limits)
    desk.measure { service.connectionCount }
    let (ends, end) = AsyncStream.makeStream(of: End.self)
    var endings = ends.makeAsyncIterator()
    let signals = console.signals([SIGTERM, SIGINT])
    let watching = Task {
      for await _ in signals { end.yield(.stop) }
    }
    defer { watching.cancel() }
    try console.write("Serving quotes at http://127.0.0.1:\(service.port)/quotes.json\n")
    // By itself: where the output is not read, writing waits, and the service is to end all the same.
    Task { end.yield(.written(await Self.write(desk.events, to: console))) }
    let first = await endings.next()
    desk.noteEnd()
    await service.stop()
    desk.stop()
    guard case .written(let failure) = first else {
      Task {
        try? await Task.sleep(for: Self.longestWrite)
        end.yield(.stop)
      }
      // Until the last lines are written, or time is up; whether they were changes nothing any more.
      _ = await endings.next()
      return
    }
    if let failure { throw failure }
  }

  /// How long the last lines may take.
  private static let longestWrite = Duration.seconds(1)

  /// Why the service ends.
  private enum End: Sendable {
    /// It was told to.
    case stop
    /// All lines were written, or one could not be.
    case written(OutputFailure?)
  }

  private static func write(
    _ events: AsyncStream<ServiceEvent>,
    to console: Console
  ) async -> OutputFailure? {
    for await event in events {
      do throws(OutputFailure) {
        try console.write(event.line(at: Date()))
      } catch {
        return error
      }
    }
    return nil
  }
}

extension HTTPService {
  /// Starts a service of quotes.
  ///
  /// - Throws: `ProgramFailure`.
  static func quotes(
    port: UInt16,
    _ desk: ServiceDesk,
    _ limits: HTTPServiceLimits = HTTPServiceLimits()
  ) async throws(ProgramFailure) -> HTTPService {
    do throws(HTTPFailure) {
      return try await start(
        port: port,
        limits: limits,
        onNote: { desk.note($0) },
        respond: { await desk.answer($0, $1) }
      )
    } catch {
      let place = port == 0 ? "this machine" : "port \(port)"
      throw ProgramFailure(.unavailable, "No server can be started on \(place): \(error.words).")
    }
  }
}
