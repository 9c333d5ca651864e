import CounterFactModels
import ProgramConsole
import Strata
import StrataConcurrency
import StrataRendering

/// A run of commands on one tree of models, from the first line to the end of the input.
final class Session: Sendable {
  let app: AppModel
  private let anchor: ModelAnchor
  private let console: Console
  private let asJSON: Bool
  private let view: ConsoleView
  private let trouble: Locked<OutputFailure?>

  /// Begins with no counters.
  ///
  /// - Parameters:
  ///   - client: Knows the facts; with `nil` the one that is the current dependency.
  ///   - console: Where lines come from, and results go.
  ///   - asJSON: Whether each result is one line of JSON.
  init(client: FactClient?, console: Console, asJSON: Bool) {
    (app, anchor) = AppModel().returningAnchor {
      if let client { $0.factClient = client }
    }
    let trouble = Locked<OutputFailure?>(nil, rank: .leaf)
    self.console = console
    self.asJSON = asJSON
    self.trouble = trouble
    view = ConsoleView(.appending) { text in
      do throws(OutputFailure) {
        try console.write(text)
      } catch {
        trouble.withLock { $0 = $0 ?? error }
      }
    }
  }

  /// Follows the input to its end, or to `quit`.
  ///
  /// A line that cannot be followed is reported; it ends a script unless `keepsGoing`.
  ///
  /// - Returns: The exit code of the first failure, or zero.
  /// - Throws: ``OutputFailure`` when a result cannot be written.
  func run(keepsGoing: Bool) async throws(OutputFailure) -> Int32 {
    var (line, status) = (0, Int32(0))
    reading: while true {
      if console.isInteractive { try console.write("> ") }
      guard let text = await console.nextLine() else { break }
      line += 1
      var failures: [ProgramFailure] = []
      do {
        guard let command = try ScriptCommand(text) else { continue }
        if command == .quit { break reading }
        try await perform(command)
        try show()
      } catch let failure as ProgramFailure {
        failures.append(failure)
      } catch let failure as OutputFailure {
        throw failure
      } catch {
        preconditionFailure("a command throws nothing else: \(error)")
      }
      failures += takeFailures()
      report(failures, line: line)
      if let first = failures.first, status == 0 { status = first.kind.exitCode }
      if status != 0, !keepsGoing, !console.isInteractive { return status }
    }
    return try await end(status)
  }

  /// Waits until no answer is awaited.
  func settle() async {
    let (states, continuation) = AsyncStream<Bool>.makeStream()
    let probe = RenderProbe(body: { [app] in app.isAsking }, onRender: { continuation.yield($0) })
    for await isAsking in states where !isAsking { break }
    probe.cancel()
  }

  /// Takes the reasons why questions have no answer out of the models.
  func takeFailures() -> [ProgramFailure] {
    app.requests.compactMap { request in
      guard let failure = request.failure else { return nil }
      request.dismissFailure()
      return ProgramFailure(failure)
    }
  }

  /// Waits for what was left running, and shows what comes of it.
  private func end(_ status: Int32) async throws(OutputFailure) -> Int32 {
    let isAwaited = app.isAsking
    await settle()
    if isAwaited { try show() }
    let failures = takeFailures()
    report(failures, line: nil)
    return status != 0 ? status : failures.first?.kind.exitCode ?? 0
  }

  private func report(_ failures: [ProgramFailure], line: Int?) {
    for failure in failures {
      console.complain(failure.text(line: console.isInteractive ? nil : line, asJSON: asJSON))
    }
  }

  // Of one moment: an answer may replace the prompt meanwhile.
  private func show() throws(OutputFailure) {
    if asJSON {
      try console.write(AppReport(app.frozenCopy).jsonLine)
    } else {
      view.show(app.frozenCopy.lines)
      if let failure = trouble.withLock({ $0 }) { throw failure }
    }
  }

  private func perform(_ command: ScriptCommand) async throws {
    switch command {
    case .add(let count): app.addButtonTapped(count: count)
    case .count(let number, let amount):
      guard try row(number).counter.count(by: amount) else {
        throw ProgramFailure.script("Counter \(number) cannot count that far.")
      }
    case .remove(let number): try row(number).removeButtonTapped()
    case .fact(let number, let waits):
      let counter = try row(number).counter
      try await ask(waits: waits) { counter.factButtonTapped() }
    case .another(let waits):
      guard let prompt = app.factPrompt else {
        throw ProgramFailure.script("There is no fact yet; ask for one with fact N.")
      }
      try await ask(waits: waits) { prompt.anotherFactButtonTapped() }
    case .cancel: for request in app.requests { request.cancel() }
    case .dismiss: app.dismissFactButtonTapped()
    case .wait: await settle()
    case .show: view.settle()
    case .help: try console.write(ScriptCommand.summary + "\n")
    case .quit: break
    }
  }

  /// Asks for a fact; one that comes and reads like what is shown already is printed all the same.
  private func ask(
    waits: Bool,
    _ ask: () -> Void
  ) async throws(OutputFailure) {
    let before = app.frozenCopy.lines
    ask()
    guard waits else { return }
    await settle()
    let hasFailed = app.requests.contains { $0.failure != nil }
    guard !asJSON, !hasFailed, app.frozenCopy.lines == before, let prompt = app.factPrompt else {
      return
    }
    try console.write(prompt.fact.printable + "\n")
  }

  private func row(_ number: Int) throws(ProgramFailure) -> CounterRowModel {
    let counters = app.counters
    guard counters.indices.contains(number - 1) else {
      let there =
        switch counters.count {
        case 0: "there is none yet; add makes one"
        case 1: "there is only 1"
        default: "there are 1 to \(counters.count)"
        }
      throw .script("There is no counter \(number); \(there).")
    }
    return counters[number - 1]
  }
}
