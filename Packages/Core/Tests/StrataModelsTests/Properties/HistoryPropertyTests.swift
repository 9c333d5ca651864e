import StrataModels
import Testing

/// All changes can be taken back, made again, recorded and restored.
@Suite struct HistoryPropertyTests {
  /// Runs 3,000 sequences, in portions that run side by side.
  private static func expectNoDifference(
    _ part: Int,
    of parts: Int,
    _ run: ([TreeCommand]) throws -> Void
  ) {
    for seed in stride(from: part, to: Rounds.times(3_000), by: parts) {
      let commands = TreeCommand.sequence(seed: seed)
      do {
        try run(commands)
      } catch {
        let shortest = shrink(commands, run)
        Issue.record("seed \(seed): \(shortest.commands)\n\(shortest.difference)")
        return
      }
    }
  }

  /// Leaves commands out as long as what remains still fails.
  private static func shrink(
    _ commands: [TreeCommand],
    _ run: ([TreeCommand]) throws -> Void
  ) -> (commands: [TreeCommand], difference: String) {
    var shortest = commands
    var difference = ""
    var index = commands.count
    while index >= 0 {
      var shorter = shortest
      if index < shorter.count { shorter.remove(at: index) }
      do {
        try run(shorter)
      } catch let error {
        (shortest, difference) = (shorter, "\(error)")
      }
      index -= 1
    }
    return (shortest, difference)
  }

  @Test(arguments: 0..<4)
  func undoThenRedoIsIdentity(part: Int) {
    Self.expectNoDifference(part, of: 4) { try UndoRun.run($0) }
  }

  @Test(arguments: 0..<4)
  func aRestoredStateIsTheRecordedOne(part: Int) {
    let retentions: [HistoryRetention] = [.unlimited, .tail(4), .timeDelta(maxCount: 5)]
    Self.expectNoDifference(part, of: 4) { commands in
      try HistoryRun.run(commands, retentions[commands.count % retentions.count])
    }
  }

  /// In one transaction the same commands come to the same end, and are one entry that goes back to the
  /// beginning.
  @Test(arguments: 0..<4)
  func batchedIsTheSameAsUnbatched(part: Int) {
    Self.expectNoDifference(part, of: 4) { try BatchRun.run($0) }
  }
}
