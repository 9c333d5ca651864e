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
  /// The shown lines, and whether questions may be under way, so that any counter may change.
  private let shown = Locked((lines: AppLines(), isAsking: false), rank: .leaf)

  /// The most counters that there may be.
  static let mostCounters = 10_000

  /// Begins with no counters.
  ///
  /// - Parameters:
  ///   - client: Knows the facts; `nil` for the current dependency.
  ///   - console: The input and the output.
  ///   - asJSON: Whether each result is one line of JSON.
  init(client: FactClient?, console: Console, asJSON: Bool) {
    (app, anchor) = AppModel().returningAnchor {
      if let client { $0.factClient = client }
    }
    self.console = console
    self.asJSON = asJSON
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
      guard text.utf8.count <= Console.longestLine else {
        // The rest of it is no line of its own, and may never end.
        let failure = ProgramFailure.script("The line has more than \(Console.longestLine) bytes.")
        report([failure], line: line)
        return try await end(status == 0 ? failure.kind.exitCode : status)
      }
      var failures: [ProgramFailure] = []
      var mayFail = mayChange
      do {
        guard let command = try ScriptCommand(text) else { continue }
        if command == .quit { break reading }
        let change = try await perform(command)
        mayFail = mayFail || mayChange
        let fact = change == .fact ? app.factPrompt?.fact : nil
        if try !show(change), !asJSON, let fact, !hasFailed {
          // A line that equals a shown one is printed all the same.
          try console.write(fact.printable + "\n")
        }
      } catch let failure as ProgramFailure {
        failures.append(failure)
      } catch let failure as OutputFailure {
        throw failure
      } catch {
        preconditionFailure("a command throws nothing else: \(error)")
      }
      if mayFail { failures += takeFailures() }
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

  /// Waits for the questions that still run, and shows the answers.
  private func end(_ status: Int32) async throws(OutputFailure) -> Int32 {
    let isAwaited = app.isAsking
    await settle()
    if isAwaited { try show(.all) }
    let failures = takeFailures()
    report(failures, line: nil)
    return status != 0 ? status : failures.first?.kind.exitCode ?? 0
  }

  private func report(_ failures: [ProgramFailure], line: Int?) {
    for failure in failures {
      console.complain(failure.text(line: console.isInteractive ? nil : line, asJSON: asJSON))
    }
  }

  /// The effect of a command.
  private enum Change: Equatable {
    case nothing
    /// The counters from one position on; only up to the other unless their number differs.
    case counters(Int, Int?)
    /// Perhaps everything.
    case all
    /// The same, and a fact was waited for.
    case fact
  }

  /// Whether questions were under way since the last full look.
  private var mayChange: Bool { shown.withLock { $0.isAsking } }

  private var hasFailed: Bool { app.requests.contains { $0.failure != nil } }

  /// Shows what has changed.
  ///
  /// - Returns: Whether anything has.
  @discardableResult
  private func show(_ change: Change) throws(OutputFailure) -> Bool {
    guard !asJSON else {
      let now = app.frozenCopy
      let isAsking = now.isAsking
      shown.withLock { $0.isAsking = isAsking }
      try console.write(AppReport(now).jsonLine)
      return true
    }
    // The models are read outside the lock, by the only one who shows anything.
    var (known, isAsking) = shown.withLock { $0 }
    let lines: [String]
    if case .counters(let first, let last) = change, !isAsking {
      lines = known.show(app, from: first, to: last)
    } else if change == .nothing, !isAsking {
      lines = []
    } else {
      // A frozen copy is consistent, although an answer may replace the prompt meanwhile.
      let now = app.frozenCopy
      isAsking = now.isAsking
      lines = known.show(now)
    }
    shown.withLock { [known, isAsking] in $0 = (known, isAsking) }
    guard !lines.isEmpty else { return false }
    try console.write(lines.map { "\($0)\n" }.joined())
    return true
  }

  private func perform(_ command: ScriptCommand) async throws -> Change {
    switch command {
    case .add(let count):
      let position = app.counters.count
      guard position < Self.mostCounters else {
        throw ProgramFailure.script("There are \(position) counters, which is the most.")
      }
      app.addButtonTapped(count: count)
      return .counters(position, nil)
    case .count(let number, let amount):
      guard try row(number).counter.count(by: amount) else {
        throw ProgramFailure.script("Counter \(number) cannot count that far.")
      }
      return .counters(number - 1, number)
    case .remove(let number):
      try row(number).removeButtonTapped()
      return .counters(number - 1, nil)
    case .fact(let number, let waits):
      let counter = try row(number).counter
      return await ask(waits: waits) { counter.factButtonTapped() }
    case .another(let waits):
      guard let prompt = app.factPrompt else {
        throw ProgramFailure.script("There is no fact yet; ask for one with fact N.")
      }
      return await ask(waits: waits) { prompt.anotherFactButtonTapped() }
    case .cancel: for request in app.requests { request.cancel() }
    case .dismiss:
      app.dismissFactButtonTapped()
      return .all
    case .wait: await settle()
    case .show:
      shown.withLock { $0.lines.forget() }
      return .all
    case .help: try console.write(ScriptCommand.summary + "\n")
    case .quit: break
    }
    return .nothing
  }

  private func ask(waits: Bool, _ ask: () -> Void) async -> Change {
    shown.withLock { $0.isAsking = true }
    ask()
    guard waits else { return .all }
    await settle()
    return .fact
  }

  private func row(_ number: Int) throws(ProgramFailure) -> CounterRowModel {
    let counters = app.counters
    // Before anything is counted with it: it may be the smallest number there is.
    guard number >= 1, number <= counters.count else {
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
