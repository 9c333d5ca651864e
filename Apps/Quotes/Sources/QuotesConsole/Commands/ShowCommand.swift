import ArgumentParser
import Foundation
import ProgramConsole
import ProgramFiles
import ProgramHTTP
import ProgramRecording
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

  @Option(
    help: """
      The service: \(Address.help). It answers with JSON: one quote, or an array. \
      (default: the one that answered last)
      """
  )
  var url: AddressArgument?

  @Flag(help: "Ask a server of real quotes inside the program.")
  var serve = false

  @OptionGroup(title: "Options for --serve") var behaviour: ServerOptions

  @Option(
    help: ArgumentHelp(
      """
      The file that keeps the quotes; nobody is asked while it is young. (default: one for each \
      address, in quotes/ of $XDG_CACHE_HOME or ~/.cache)
      """,
      valueName: "path"
    ),
    completion: .file(extensions: ["json"])
  )
  var cache: String?

  @Flag(name: .customLong("no-cache"), help: "Keep no quotes, and show none that were kept.")
  var keepsNone = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "After how long kept quotes are fetched again. (default: never; an hour without --cache)",
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

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  func validate() throws {
    if let url, url.address == nil {
      throw ValidationError("--url takes \(Address.help).")
    }
    if url != nil, serve {
      throw ValidationError(
        "--url and --serve exclude one another: name a service, or take the program's own server."
      )
    }
    guard serve || service != nil else {
      throw ValidationError(
        "Say where quotes come from: --url ADDRESS, or --serve for the program's own server."
      )
    }
    if keepsNone, cache != nil {
      throw ValidationError("--cache and --no-cache exclude one another.")
    }
    if !serve, behaviour.fail != 0 || behaviour.delay != nil {
      throw ValidationError("--fail and --delay are for the program's own server; add --serve.")
    }
    if cache == "" { throw ValidationError("--cache takes the path of a file.") }
    if expireAfter != nil, keepsNone || (serve && cache == nil) {
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
    guard serve else {
      guard let asked = service else { return }
      try await show(asked.url, keeping: try keptFile(of: asked))
      return KeptThings.remember(asked)
    }
    let file = try keptFile(of: nil)
    let server = try await HTTPService.quotes(port: 0, ServiceDesk(behaviour, logging: nil))
    guard let address = URL(string: "http://127.0.0.1:\(server.port)/quotes.json") else { return }
    do {
      try await show(address, keeping: file)
    } catch {
      await server.stop(within: 0)
      throw error
    }
    // Its only client was this program.
    await server.stop(within: 0)
  }

  private func show(_ address: URL, keeping file: URL?) async throws {
    defer {
      // The library writes it anew, as the user that runs the program.
      if let file { FilePlace.giveToFolder(file.path) }
    }
    let status = try await Session.run(
      service(at: address, keeping: file),
      console: DependencyValues.current.console,
      asJSON: json,
      reads: !once,
      keepsGoing: keepGoing
    )
    if status != 0 { throw ExitCode(status) }
  }

  /// The service that is asked, if it is not the program's own.
  private var service: Address? { url?.address ?? KeptThings.address }

  /// The number of seconds after which stored quotes are too old.
  private var oldAfter: Double? {
    expireAfter?.count ?? (cache == nil ? KeptThings.expireAfter : nil)
  }

  /// The file of the stored quotes.
  ///
  /// - Throws: `ProgramFailure` for a requested file that cannot be one.
  private func keptFile(of address: Address?) throws(ProgramFailure) -> URL? {
    if let cache { return try CacheFile.prepare(cache, expireAfter: oldAfter) }
    guard !keepsNone, let address, let path = KeptThings.cache(of: address) else { return nil }
    return try? CacheFile.prepare(path, expireAfter: oldAfter, isNamed: false)
  }

  private func service(at address: URL, keeping file: URL?) -> QuoteService {
    var service = QuoteService(url: address)
    service.retries = retries
    service.cache = file
    service.expireAfter = oldAfter.map { max($0, CacheFile.shortestAge) }
    service.pollInterval = refreshEvery?.count
    if let retryAfter { service.retryInterval = retryAfter.count }
    if let timeout { service.limit = timeout.duration }
    return service
  }
}
