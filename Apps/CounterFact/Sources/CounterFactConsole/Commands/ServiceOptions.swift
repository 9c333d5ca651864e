import ArgumentParser
import CounterFactModels
import Foundation
import ProgramHTTP
import ProgramRecording

/// The options for the source of facts, and for printing results.
struct ServiceOptions: ParsableArguments {
  @Option(help: "The address before the number; GET ADDRESS/42 gives a fact about 42.")
  var baseURL: String?

  // Unconditional: else the parser takes -1 for an option, and misses a value.
  @Option(parsing: .unconditional, help: "How many seconds to wait for an answer. (default: 10)")
  var timeout: Double?

  @Flag(help: "Ask a public service, numbersapi.com, instead of working facts out.")
  var online = false

  @Flag(help: "Work facts out, which is the default.")
  var offline = false

  @Flag(help: "Print one JSON value for each result, and for each error.")
  var json = false

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  func validate() throws {
    if offline, online || baseURL != nil || timeout != nil {
      throw ValidationError(
        "--offline asks no service, so it takes no --online, --base-url or --timeout."
      )
    }
    if online, baseURL != nil {
      throw ValidationError("--online asks the public service; --base-url names another one.")
    }
    if let baseURL, let port = URL(string: baseURL)?.port, !(1...65_535).contains(port) {
      throw ValidationError("\"\(baseURL)\" has no possible port: use one from 1 to 65535.")
    }
    if let baseURL, URL(asking: baseURL) == nil {
      throw ValidationError("\"\(baseURL)\" is no address: use http://host or https://host.")
    }
    if let timeout, !(timeout > 0 && timeout <= 86_400) {
      throw ValidationError("--timeout takes a number of seconds from above 0 to 86400.")
    }
    if timeout != nil, !online, baseURL == nil {
      throw ValidationError("--timeout is for a service; add --online or --base-url.")
    }
  }

  /// Knows the facts; `nil` if the command line does not select it.
  var client: FactClient? {
    if offline { return .offline }
    guard online || baseURL != nil else { return nil }
    return .http(
      HTTPFactService(
        base: baseURL.flatMap { URL(asking: $0) } ?? .publicFacts,
        limit: .seconds(timeout ?? 10)
      )
    )
  }
}
