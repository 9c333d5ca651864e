import ArgumentParser
import Foundation
import LoopbackHTTP
import ProgramConsole
import QuotesServer
import QuotesSources
import StrataDependencies

/// `quotes show`.
struct ShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a quote, then do what the lines of the standard input name.",
    discussion: """
      A line names one of the actions that the screen offers at that moment: next turns to another \
      quote, refresh fetches again, retry tries again after a failure, disconnect gives up what is \
      on its way, connect begins anew. `show` prints again, `help` lists what can be done now, \
      `quit` ends, and so does the end of the input. What follows a # is a remark.
      """
  )

  @Option(help: "The service: \(Address.help). It answers with JSON: one quote, or an array.")
  var url: Address?

  @Flag(help: "Ask a server of real quotes inside the program.")
  var serve = false

  @OptionGroup(title: "Options for --serve") var behaviour: ServerOptions

  @Option(
    help: ArgumentHelp(
      "Keep the quotes in a file, and do not ask while it is young.",
      valueName: "path"
    ),
    completion: .file(extensions: ["json"])
  )
  var cache: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "After how long kept quotes are fetched again. (default: never)",
      valueName: "seconds"
    ),
    transform: Seconds.init(argument:)
  )
  var expireAfter: Seconds?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How often to try again by itself.", valueName: "count")
  )
  var retries = 2

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long to wait before that. (default: 1)", valueName: "seconds"),
    transform: Seconds.init(argument:)
  )
  var retryAfter: Seconds?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long to wait for an answer. (default: 10)", valueName: "seconds"),
    transform: Seconds.init(argument:)
  )
  var timeout: Seconds?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Fetch again by itself so long after each answer.", valueName: "seconds"),
    transform: Seconds.init(argument:)
  )
  var refreshEvery: Seconds?

  @Flag(help: "End after the first quote; the standard input is not read.")
  var once = false

  @Flag(help: "Go on after a line that cannot be followed; the exit code is 65 all the same.")
  var keepGoing = false

  @Flag(help: "Print one JSON value for each screen, and for each error.")
  var json = false

  func validate() throws {
    if url != nil, serve {
      throw ValidationError(
        "--url and --serve exclude one another: name a service, or take the program's own server."
      )
    }
    guard url != nil || serve else {
      throw ValidationError(
        "Say where quotes come from: --url ADDRESS, or --serve for the program's own server."
      )
    }
    if !serve, behaviour.fail != 0 || behaviour.delay != nil {
      throw ValidationError("--fail and --delay are for the program's own server; add --serve.")
    }
    if cache == "" { throw ValidationError("--cache takes the path of a file.") }
    if expireAfter != nil, cache == nil {
      throw ValidationError("--expire-after says how long the file of --cache is good; add that.")
    }
    guard (0...1_000).contains(retries) else {
      throw ValidationError("--retries takes a number from 0 to 1000.")
    }
    for (name, value) in [("timeout", timeout), ("refresh-every", refreshEvery)] {
      if value?.count == 0 { throw ValidationError("--\(name) takes more than 0 seconds.") }
    }
  }

  func run() async throws {
    let server = serve ? try LoopbackServer.quotes(port: 0, behaviour.site) : nil
    defer { server?.stop() }
    guard let address = url?.url ?? server?.address.appending(path: "quotes.json") else { return }
    let status = try await Session.run(
      try service(at: address),
      console: DependencyValues.current.console,
      asJSON: json,
      reads: !once,
      keepsGoing: keepGoing
    )
    if status != 0 { throw ExitCode(status) }
  }

  private func service(at address: URL) throws(ProgramFailure) -> QuoteService {
    let file =
      if let cache { try CacheFile.prepare(cache, expireAfter: expireAfter?.count) } else {
        nil as URL?
      }
    var service = QuoteService(url: address)
    service.retries = retries
    service.cache = file
    service.expireAfter = expireAfter.map { max($0.count, CacheFile.shortestAge) }
    service.pollInterval = refreshEvery?.count
    if let retryAfter { service.retryInterval = retryAfter.count }
    if let timeout { service.limit = timeout.duration }
    return service
  }
}
