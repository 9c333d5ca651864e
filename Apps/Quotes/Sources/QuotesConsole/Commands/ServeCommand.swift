import ArgumentParser
import LoopbackHTTP
import ProgramConsole
import QuotesServer
import StrataDependencies

/// `quotes serve`.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve quotes to programs on this machine until it is interrupted.",
    discussion: """
      /quotes.json has all quotes, /random.json one of them. Prints the address first, and then \
      each request with what became of it.
      """
  )

  // Unconditional, here and elsewhere: else the parser takes -1 for an option, and misses a value.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where to listen: \(Port.help).", valueName: "0…65535"),
    transform: Port.init(argument:)
  )
  var port: Port?

  @OptionGroup var behaviour: ServerOptions

  func run() async throws {
    let console = DependencyValues.current.console
    let server = try LoopbackServer.quotes(port: port?.number ?? 0, behaviour.site)
    defer { server.stop() }
    try console.write("Serving quotes at \(server.address)/quotes.json\n")
    for await event in server.events {
      switch event {
      case .asked: break
      case .answered(let request, let answer):
        try console.write("\(request.printable) \(answer.status.map(String.init) ?? "closed")\n")
      case .left(let request): try console.write("\(request.printable) not answered\n")
      }
    }
  }
}

extension LoopbackServer {
  /// Starts a server of quotes.
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
