import StrataConcurrency
import StrataCore

/// Prints the changes in a model and below it, a text for each round.
///
/// It reads the change records and retains nothing of the state between them.
final class ModelDebug: Sendable {
  private struct Round: Sendable {
    var triggers: [[String]] = []
    var changes: [String] = []
    var omitted = 0
  }

  /// The number of properties from which on a round is cut.
  private static let maxProperties = 50

  private let top: Context
  private let options: DebugOptions
  private let name: String
  private let printer: DebugPrinter
  private let text = WriteText(limit: 200)
  private let round = Locked(Round(), rank: .leaf)

  init(_ top: Context, _ options: DebugOptions) {
    self.top = top
    self.options = options
    name = options.name ?? top.layout.name
    printer = DebugPrinter(options.printer)
  }

  /// Begins to print.
  ///
  /// - Returns: Ends it when it is cancelled or released.
  func start(at callSite: CallSite) -> Subscription {
    top.recordChangesFirst(at: callSite) { _ in
      self.endRound()
    } _: { change in
      self.note(change)
    }
  }

  private func note(_ change: borrowing Change) {
    if options.isShallow, change.context !== top { return }
    // Dumping values reads other properties, and no scope around it may record those reads.
    let (triggers, changes) = withoutTracking { () -> ([String], [String]) in
      guard let path = text.path(to: change.context, change.slot, below: top) else {
        return ([], [])
      }
      return (
        options.triggers?.lines(path, of: change) ?? [],
        options.changes.map { ChangeText($0).lines(path, of: change) } ?? []
      )
    }
    guard !triggers.isEmpty || !changes.isEmpty else { return }
    round.withLock { round in
      guard max(round.triggers.count, round.changes.count) < Self.maxProperties else {
        round.omitted += 1
        return
      }
      if !triggers.isEmpty { round.triggers.append(triggers) }
      round.changes += changes
    }
  }

  private func endRound() {
    let round = round.withLock { round in
      defer { round = Round() }
      return round
    }
    var lines: [String] = []
    if let triggers = options.triggers, !round.triggers.isEmpty {
      lines += triggers.lines("\(name) triggered by", round.triggers)
    }
    if !round.changes.isEmpty { lines += ["\(name) changed:"] + round.changes.map { "  \($0)" } }
    if round.omitted > 0 { lines.append("  … \(round.omitted) more properties") }
    printer.print(lines)
  }
}
