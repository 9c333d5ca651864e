import ArgumentParser
import InspectServer
import ProgramConsole
import StrataDependencies
import StrataInspector

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Shows programs while they run.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show programs that run with --inspect on a page, live; prints the page's address.",
    discussion: """
      Programs connect to a Unix socket in a folder of your own, or with --programs to a port of 127.0.0.1. Any \
      user of the machine can connect to a port, so only programs on a socket are told the page's address. The page \
      is served on 127.0.0.1 only, and its address holds a random token: treat it like a password.
      """
  )

  @Option(help: "Where programs connect: the path of a Unix socket, or a port of 127.0.0.1.")
  var programs: String?

  @Option(help: "The port of the page; any that is free unless it is given.")
  var port: UInt16 = 0

  func run() async throws {
    var address = LiveAddress.standard
    if let programs {
      guard let named = LiveAddress(programs) else {
        throw ProgramFailure(.usage, "\(programs) is neither the path of a socket nor a port.")
      }
      address = named
    }
    let server: InspectServer
    do {
      server = try await InspectServer(programs: address, port: Int(port))
    } catch let failure as InspectServer.Failure {
      throw ProgramFailure(.unavailable, failure.description)
    }
    let console = DependencyValues.current.console
    // Taken over first: a caller may send one as soon as it reads the address.
    let signals = console.signals([SIGINT, SIGTERM])
    let stopping = Task {
      for await _ in signals { await server.stop() }
    }
    do {
      try console.write("\(server.page)\n")
    } catch {
      // The socket must not stay.
      await server.stop()
      throw error
    }
    await server.run()
    stopping.cancel()
  }
}
