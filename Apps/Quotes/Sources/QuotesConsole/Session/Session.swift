import Foundation
import ProgramConsole
import ProgramStreams
import QuotesSources
import StrataConcurrency
import StrataRendering
import StrataSources

/// A screen of quotes, and the lines that say what to do about it.
final class Session {
  let source: Source<Connectable<QuoteScreen>>
  private let service: QuoteService
  /// Retained for as long as the session, so that the screen and this one see the same.
  private let kept: Source<Persistable<QuoteList>>?
  private let console: Console
  private let asJSON: Bool
  private let terminal: Terminal
  private var hasShown = false

  private init(_ service: QuoteService, console: Console, asJSON: Bool) {
    self.service = service
    self.console = console
    self.asJSON = asJSON
    kept = service.kept
    source = service.screen()
    terminal = Terminal(console)
  }

  /// Shows the first quote, and does what the input says, to its end.
  ///
  /// - Parameters:
  ///   - service: The service that gives the quotes.
  ///   - console: The input and the output.
  ///   - asJSON: Whether each result is one line of JSON.
  ///   - reads: Whether the input is read at all.
  ///   - keepsGoing: Whether a line that cannot be followed does not end a script.
  /// - Returns: The exit code: of a line that could not be followed, else of the last screen's failure, else of a
  ///   failed write.
  /// - Throws: ``OutputFailure`` when a result cannot be written.
  static func run(
    _ service: QuoteService,
    console: Console,
    asJSON: Bool,
    reads: Bool,
    keepsGoing: Bool
  ) async throws(OutputFailure) -> Int32 {
    // A failed write is tried again when the sources go, and reported once.
    let unkept = Locked<Set<String>>([], rank: .leaf)
    let result = await ReportSink.withHandler { report in
      guard unkept.withLock({ $0.insert(report.message).inserted }) else { return }
      console.complain(ProgramFailure(.output, report.message).text(asJSON: asJSON))
    } operation: { () -> Result<Int32, OutputFailure> in
      let session = Session(service, console: console, asJSON: asJSON)
      do throws(OutputFailure) {
        return .success(try await session.converse(reads: reads, keepsGoing: keepsGoing))
      } catch {
        return .failure(error)
      }
    }
    let status = try result.get()
    return status == 0 && unkept.withLock { !$0.isEmpty }
      ? ProgramFailure.Kind.output.exitCode : status
  }

  private func converse(reads: Bool, keepsGoing: Bool) async throws(OutputFailure) -> Int32 {
    if let error = kept?.model.notFound?.error {
      console.complain(ProgramFailure(.damaged, Self.sentence(of: error)).text(asJSON: asJSON))
    }
    let live = console.isInteractive && reads && !asJSON ? LiveScreen(source, terminal) : nil
    live?.begin()
    await source.waitForChange {
      source.model.connect()
      return true
    }
    try await finish()
    var status: Int32 = 0
    if reads { status = try await follow(keepsGoing: keepsGoing || console.isInteractive) }
    let last = source.model.screen
    // The end is nothing to draw.
    if let live { source.unsubscribe(live) }
    source.model.disconnect()
    if status == 0, case .failed(let failed) = last {
      status = ProgramFailure(failed.trouble).kind.exitCode
    }
    return status
  }

  /// Why nothing that was kept can be shown.
  private static func sentence(of error: any Error) -> String {
    guard let error = error as? PersistenceError, error.code == .damaged, let cause = error.cause
    else { return "\(error)" }
    return CacheFile.damageSentence(of: error.place, "\(cause)")
  }

  /// Does what each line says.
  ///
  /// - Returns: The exit code of the first line that could not be followed, or zero.
  private func follow(keepsGoing: Bool) async throws(OutputFailure) -> Int32 {
    var (number, status) = (0, Int32(0))
    while true {
      number += 1
      if console.isInteractive { try terminal.prompt() }
      let line: String?
      do throws(ProgramFailure) {
        line = try await console.line()
      } catch {
        console.complain(error.text(line: console.isInteractive ? nil : number, asJSON: asJSON))
        return status == 0 ? error.kind.exitCode : status
      }
      if console.isInteractive { try terminal.endPrompt(withNewline: line == nil) }
      guard let line else { break }
      let word = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).joined(
        separator: " "
      )
      if word == "quit" || word == "exit" { break }
      do {
        try await obey(word)
      } catch let failure as ProgramFailure {
        let line = console.isInteractive ? nil : number
        console.complain(failure.text(line: line, asJSON: asJSON))
        if status == 0 { status = failure.kind.exitCode }
        if !keepsGoing { break }
      } catch let failure as OutputFailure {
        throw failure
      } catch {
        preconditionFailure("a line throws nothing else: \(error)")
      }
    }
    return status
  }

  private func obey(_ word: String) async throws {
    switch word {
    case "": break
    case "help": try console.write("Now: \(names.joined(separator: ", ")), show, help, quit\n")
    case "show": try await finish(again: true)
    default:
      guard let named = source.model.actions.first(where: { $0.name == word }) else {
        throw ProgramFailure(
          .script,
          "\"\(word)\" cannot be done now. What can: \(names.joined(separator: ", "))."
        )
      }
      var isRefused = false
      await source.waitForChange {
        named.action(ifUnavailable: { _ in
          isRefused = true
          return false
        })
        return !isRefused
      }
      if isRefused { throw ProgramFailure(.script, "\"\(word)\" cannot be done any more.") }
      try await finish()
    }
  }

  private var names: [String] { source.model.actions.map(\.name) }

  /// Waits until nothing is on its way, makes sure that stored quotes are on the disk, and shows the screen.
  ///
  /// It does not show the screen if a person has seen it appear.
  private func finish(again: Bool = false) async throws(OutputFailure) {
    for await model in source.values where model.isSettled { break }
    if let cache = service.cache { FilePersistence.flush(cache) }
    let model = source.model
    if asJSON {
      try console.write(ScreenReport(model).jsonLine)
    } else if console.isInteractive {
      if again { terminal.draw(model) }
      try terminal.settle()
    } else {
      try show(model)
    }
    if !console.isInteractive, case .failed(let failed) = model.screen {
      console.complain(ProgramFailure(failed.trouble).text(asJSON: asJSON))
    }
  }

  private func show(_ model: Connectable<QuoteScreen>) throws(OutputFailure) {
    let lines =
      switch model.screen {
      case nil: ["Disconnected."]
      case .some(let screen):
        screen.page.map { QuoteText.lines($0.quote, columns: console.columns) } ?? []
      }
    guard !lines.isEmpty else { return }
    try console.write((hasShown ? "\n" : "") + lines.map { "\($0)\n" }.joined())
    hasShown = true
  }
}
