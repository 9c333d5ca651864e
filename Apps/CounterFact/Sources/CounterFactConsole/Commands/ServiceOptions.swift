import ArgumentParser
import CounterFactModels
import Foundation

/// Where facts come from, and how results are printed.
struct ServiceOptions: ParsableArguments {
  @Option(help: "The address before the number; GET ADDRESS/42 gives a fact about 42.")
  var baseURL: String?

  // Unconditional: else the parser takes -1 for an option, and misses a value.
  @Option(parsing: .unconditional, help: "How many seconds to wait for an answer. (default: 10)")
  var timeout: Double?

  @Flag(help: "Work facts out instead of asking a service.")
  var offline = false

  @Flag(help: "Print one JSON value for each result, and for each error.")
  var json = false

  func validate() throws {
    if offline, baseURL != nil || timeout != nil {
      throw ValidationError("--offline asks no service, so it takes no --base-url or --timeout.")
    }
    if let baseURL, let port = URL(string: baseURL)?.port, !(1...65_535).contains(port) {
      throw ValidationError("\"\(baseURL)\" has no possible port: use one from 1 to 65535.")
    }
    if let baseURL, address(baseURL) == nil {
      throw ValidationError("\"\(baseURL)\" is no address: use http://host or https://host.")
    }
    if let timeout, !(timeout > 0 && timeout <= 86_400) {
      throw ValidationError("--timeout takes a number of seconds from above 0 to 86400.")
    }
  }

  /// Knows the facts; `nil` if the command line says nothing about it.
  var client: FactClient? {
    if offline { return .offline }
    guard baseURL != nil || timeout != nil else { return nil }
    return .http(
      HTTPFactService(
        base: baseURL.flatMap(address) ?? .publicFacts,
        limit: .seconds(timeout ?? 10)
      )
    )
  }

  private func address(_ text: String) -> URL? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host(), !host.isEmpty
    else { return nil }
    return url
  }
}
