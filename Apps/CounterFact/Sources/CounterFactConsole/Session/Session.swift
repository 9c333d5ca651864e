import CounterFactModels
import ProgramConsole
import ProgramStreams
import Strata
import StrataConcurrency
import StrataRendering

/// A run of commands on one tree of models, from the first line to the end of the input.
final class Session: Sendable {
  let app: AppModel
  private let anchor: ModelAnchor
  private let console: Console
  private let asJSON: Bool
  private let questions = Questions()
  /// The shown lines, and the positions of the counters by their requests; only the running command changes them.
  private let shown = Locked(Shown(), rank: .leaf)

  /// How many counters were compared with the shown ones, for tests of growth.
  var comparisons: Int { shown.withLock { $0.lines.comparisons } }

  private struct Shown: Sendable {
    var lines = AppLines()
    var positions = CounterPositions()
  }

  /// How many counters are shown again when one before them is removed.
  static let mostMoved = 100

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
      line += 1
      let text: String?
      do throws(ProgramFailure) {
        text = try await console.line()
      } catch {
        report([error], line: line)
        return try await end(status == 0 ? error.kind.exitCode : status)
      }
      guard let text else { break }
      var failures: [ProgramFailure] = []
      do {
        guard let command = try ScriptCommand(text) else { continue }
        if command == .quit { break reading }
        let change = try await perform(command)
        let ended = questions.takeEnded()
        let fact = change == .fact ? app.factPrompt?.fact : nil
        if try !show(change, ended), !asJSON, let fact, ended.allSatisfy({ $0.failure == nil }) {
          // A line that equals a shown one is printed all the same.
          try console.write(fact.printable + "\n")
        }
        failures += self.failures(of: ended)
      } catch let failure as ProgramFailure {
        failures.append(failure)
        failures += takeFailures()
      } catch let failure as OutputFailure {
        throw failure
      } catch {
        preconditionFailure("a command throws nothing else: \(error)")
      }
      report(failures, line: line)
      if let first = failures.first, status == 0 { status = first.kind.exitCode }
      if status != 0, !keepsGoing, !console.isInteractive { return status }
    }
    return try await end(status)
  }

  /// Adds a counter.
  ///
  /// - Returns: The counter.
  @discardableResult
  func addCounter(_ count: Int) -> CounterModel {
    let counter = app.addButtonTapped(count: count)
    let id = counter.request.id
    shown.withLock { $0.positions.append(id) }
    return counter
  }

  /// Adds counters of an earlier session, which are shown when they change.
  func restore(_ counts: [Int]) {
    for count in counts { addCounter(count) }
    let all = app.glance(at: counts.indices)
    shown.withLock { _ = $0.lines.show(all) }
  }

  /// Asks for the fact about a counter, and waits for the answer.
  func settleFact(of counter: CounterModel) async {
    ask(counter)
    await questions.settle()
  }

  /// Takes the reasons why questions that have ended have no answer.
  func takeFailures() -> [ProgramFailure] { failures(of: questions.takeEnded()) }

  /// The reasons, in the order of the counters.
  private func failures(of ended: [Questions.Ended]) -> [ProgramFailure] {
    let failed = ended.compactMap { ended in ended.failure.map { (ended.id, $0) } }
    if failed.isEmpty { return [] }
    let positions = shown.withLock { shown in
      failed.map { shown.positions[$0.0] ?? Int.max }
    }
    return zip(failed, positions).sorted { $0.1 < $1.1 }.map { ProgramFailure($0.0.1) }
  }

  /// Waits for the questions that still run, and shows the answers.
  private func end(_ status: Int32) async throws(OutputFailure) -> Int32 {
    let isAwaited = questions.isAnyRunning
    await questions.settle()
    let ended = questions.takeEnded()
    if isAwaited || !ended.isEmpty { try show(.news, ended) }
    let failures = failures(of: ended)
    report(failures, line: nil)
    return status != 0 ? status : failures.first?.kind.exitCode ?? 0
  }

  private func report(_ failures: [ProgramFailure], line: Int?) {
    for failure in failures {
      console.complain(failure.text(line: console.isInteractive ? nil : line, asJSON: asJSON))
    }
  }

  /// The effect of a command, beside the questions that have ended.
  private enum Change: Equatable {
    /// The counters in a range may differ, or have another number.
    case counters(Range<Int>)
    /// A counter was taken out of its position.
    case removed(Int)
    /// Nothing but the fact may differ.
    case news
    /// The same, and a fact was waited for.
    case fact
  }

  /// Shows what has changed.
  ///
  /// - Returns: Whether anything has.
  @discardableResult
  private func show(_ change: Change, _ ended: [Questions.Ended]) throws(OutputFailure) -> Bool {
    // Taken out, because a second reference would make each change copy all of it.
    var known = shown.withLock { shown in
      defer { shown = Shown() }
      return shown
    }
    var positions = Set(ended.compactMap { known.positions[$0.id] })
    var removed: Int?
    switch change {
    case .counters(let range): positions.formUnion(range)
    case .removed(let position):
      if !asJSON, known.lines.count - position <= Self.mostMoved {
        positions.formUnion(position..<app.counters.count)
      } else {
        known.lines.remove(at: position)
        removed = position + 1
      }
    case .news, .fact: break
    }
    let glance = app.glance(at: positions.sorted())
    var lines = known.lines.show(glance)
    let sum = known.lines.sum
    shown.withLock { [known] in $0 = known }
    if asJSON {
      try console.write(AppReport(glance, sum: sum, removed: removed).jsonLine)
      return true
    }
    if let removed {
      let last = glance.counterCount + 1
      lines.insert("\(removed) was removed; \(removed + 1) to \(last) have moved up.", at: 0)
    }
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
      addCounter(count)
      return .counters(position..<position + 1)
    case .count(let number, let amount):
      guard try row(number).counter.count(by: amount) else {
        throw ProgramFailure.script("Counter \(number) cannot count that far.")
      }
      return .counters(number - 1..<number)
    case .remove(let number):
      remove(try row(number))
      return .removed(number - 1)
    case .fact(let number, let waits):
      let counter = try row(number).counter
      ask(counter)
      return await settle(waits, .counters(number - 1..<number))
    case .another(let waits):
      guard let prompt = app.anotherFactButtonTapped() else {
        throw ProgramFailure.script("There is no fact yet; ask for one with fact N.")
      }
      questions.follow(prompt.request) { [app] in
        app.request(of: prompt, \.progress) ?? .ended(nil)
      }
      return await settle(waits, .news)
    case .cancel: app.cancelButtonTapped()
    case .dismiss: app.dismissFactButtonTapped()
    case .wait: await questions.settle()
    case .show:
      shown.withLock { $0.lines = AppLines(after: $0.lines) }
      return .counters(0..<app.counters.count)
    case .help: try console.write(ScriptCommand.summary + "\n")
    case .quit: break
    }
    return .news
  }

  private func ask(_ counter: CounterModel) {
    counter.factButtonTapped()
    questions.follow(counter.request) { counter.request.progress }
  }

  private func settle(_ waits: Bool, _ change: Change) async -> Change {
    guard waits else { return change }
    await questions.settle()
    return .fact
  }

  /// Removes a counter; those behind it move up.
  private func remove(_ row: CounterRowModel) {
    let id = row.counter.request.id
    questions.forget(row.counter.request)
    row.removeButtonTapped()
    shown.withLock { $0.positions.remove(id) }
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

extension FactRequestModel {
  fileprivate var progress: Questions.Progress { isRunning ? .running : .ended(failure) }
}
