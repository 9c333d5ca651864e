import ArgumentParser
import Dispatch
import Foundation
import LoopbackHTTP
import ProgramConsole
import ProgramRecording
import QuotesServer
import QuotesSources
import StrataDependencies
import StrataRendering
import StrataSources

/// `quotes demo`.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show what comes of a service that fails, works and goes away, without a network."
  )

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  func run() async throws {
    let console = DependencyValues.current.console
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "quotes-demo-\(UUID().uuidString)")
    let file = folder.appending(path: "quotes.json")
    defer {
      // A pending write would bring the folder back.
      FilePersistence.flush(file)
      try? FileManager.default.removeItem(at: folder)
    }
    // The server waits before each answer, so that what is shown meanwhile is seen.
    let gate = DispatchSemaphore(value: 0)
    let server = try Self.makeServer(QuotesSite(failing: 2) { gate.wait() })
    defer {
      server.stop()
      // Requests that still wait end as well.
      for _ in 0..<8 { gate.signal() }
    }
    var service = QuoteService(url: server.address.appending(path: "quotes.json"))
    service.cache = file
    service.retries = 1
    service.retryInterval = 0
    let demo = Demo(service, gate, console)
    try await demo.meetAServiceThatFails()
    server.stop()
    try await demo.meetNoService()
  }

  /// A server that may block while it answers.
  private static func makeServer(_ site: QuotesSite) throws(ProgramFailure) -> LoopbackServer {
    do {
      return try LoopbackServer(port: 0) { site.answer($0, $1) }
    } catch {
      throw ProgramFailure(.unavailable, "No server can be started: \(error.words).")
    }
  }
}

/// A person who presses one button after the other.
private struct Demo {
  private let source: Source<Connectable<QuoteScreen>>
  private let gate: DispatchSemaphore
  private let console: Console
  private let service: QuoteService

  init(_ service: QuoteService, _ gate: DispatchSemaphore, _ console: Console) {
    self.service = service
    self.gate = gate
    self.console = console
    source = service.screen()
  }

  func meetAServiceThatFails() async throws {
    try say("A service that fails twice; it is tried again once by itself.")
    try await press("connect")
    gate.signal()
    try await wait { $0.screen?.trouble != nil }
    gate.signal()
    try await wait(for: \.isSettled)
    try await press("retry")
    gate.signal()
    try await wait(for: \.isSettled)
    try await press("next")
    try await press("refresh")
    gate.signal()
    try await wait(for: \.isSettled)
  }

  func meetNoService() async throws {
    try say("The service has gone.")
    try await press("refresh", shows: false)
    try await wait(for: \.isSettled)
    try await press("next")
    try say("Another screen, with what was kept: nobody has to be asked.")
    source.model.disconnect()
    let later = Demo(service, gate, console)
    try await later.press("connect")
  }

  private func say(_ text: String) throws {
    try console.write("\n\(text)\n")
  }

  private func press(_ name: String, shows: Bool = true) async throws {
    try console.write("\n> \(name)\n")
    let view = QuoteView(source: source, columns: console.columns)
    guard view.controls.contains(where: { $0.name == name }) else {
      throw ProgramFailure(.software, "\"\(name)\" is not offered.")
    }
    await source.waitForChange {
      view.press(name)
      return true
    }
    if shows { try show() }
  }

  private func wait(
    for isReached: (Connectable<QuoteScreen>) -> Bool
  ) async throws {
    for await model in source.values where isReached(model) { break }
    try show()
  }

  private func show() throws {
    let lines = QuoteView(source: source, columns: console.columns).lines
    try console.write(lines.map { "\($0)\n" }.joined())
  }
}
