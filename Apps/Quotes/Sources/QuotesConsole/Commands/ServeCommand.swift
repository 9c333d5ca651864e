import ArgumentParser
import Foundation
import LoopbackHTTP
import ProgramConsole
import ProgramHTTP
import QuotesServer
import StrataDependencies

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
        notice   the service's end, clients that left
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
    let service = try await start(desk)
    desk.measure { service.connectionCount }
    let signals = StopSignals { desk.stop() }
    defer { signals.cancel() }
    try console.write("Serving quotes at http://127.0.0.1:\(service.port)/quotes.json\n")
    for await event in desk.events { try console.write(event.line(at: Date())) }
    if let level = log.level, level <= .notice {
      // The reader of the output may have gone.
      try? console.write(ServiceEvent(level: .notice, text: "stopping").line(at: Date()))
    }
    await service.stop()
  }

  private func start(_ desk: ServiceDesk) async throws(ProgramFailure) -> HTTPService {
    var limits = HTTPServiceLimits(connections: maxConnections)
    if let clientTimeout { limits.time = clientTimeout.duration }
    do throws(HTTPFailure) {
      return try await HTTPService.start(
        port: port?.number ?? 0,
        limits: limits,
        onNote: { desk.note($0) },
        respond: { await desk.answer($0, $1) }
      )
    } catch {
      let place = port.map { "port \($0.number)" } ?? "this machine"
      throw ProgramFailure(.unavailable, "No server can be started on \(place): \(error.words).")
    }
  }
}

extension LoopbackServer {
  /// Starts a server of quotes inside the program.
  ///
  /// - Throws: ``ProgramFailure``.
  static func quotes(port: UInt16, _ site: QuotesSite) throws(ProgramFailure) -> LoopbackServer {
    do {
      return try LoopbackServer(port: port) { site.answer($0, $1) }
    } catch {
      let place = port == 0 ? "this machine" : "port \(port)"
      throw ProgramFailure(.unavailable, "No server can be started on \(place): \(error.words).")
    }
  }
}
