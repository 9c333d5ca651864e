import ArgumentParser
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
      /metrics what it has answered. Prints the address first, and then each request with what became \
      of it. SIGTERM and Ctrl-C let the requests under way be answered, and end the service.

      A client has 15 seconds for a request. Up to 4096 connections are open at once, or as many as \
      the system's limit on open files leaves.
      """
  )

  /// Which requests are printed.
  enum Log: String, ExpressibleByArgument, CaseIterable {
    case all
    case errors
    case none
  }

  // Unconditional, here and elsewhere: else the parser takes -1 for an option, and misses a value.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where to listen: \(Port.help).", valueName: "0…65535"),
    transform: Port.init(argument:)
  )
  var port: Port?

  @Option(help: "Which requests are printed.")
  var log = Log.all

  @OptionGroup var behaviour: ServerOptions

  func run() async throws {
    let console = DependencyValues.current.console
    let desk = ServiceDesk(behaviour)
    let service: HTTPService
    do throws(HTTPFailure) {
      service = try await HTTPService.start(port: port?.number ?? 0) { method, target in
        await desk.answer(method, target)
      }
    } catch {
      let place = port.map { "port \($0.number)" } ?? "this machine"
      throw ProgramFailure(.unavailable, "No server can be started on \(place): \(error.words).")
    }
    desk.measure { service.connectionCount }
    let signals = StopSignals { desk.stop() }
    defer { signals.cancel() }
    try console.write("Serving quotes at http://127.0.0.1:\(service.port)/quotes.json\n")
    for await event in desk.events {
      let isError = event.status.map { $0 >= 400 } ?? true
      guard log == .all || (log == .errors && isError) else { continue }
      let result = event.status.map(String.init) ?? "closed"
      try console.write("\(event.request.printable) \(result)\n")
    }
    await service.stop()
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
