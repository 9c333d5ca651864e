import StrataModels
import Testing

/// Random commands to a tree of models do the same as to a plain value, in any order.
@Suite struct TreePropertyTests {
  /// Random numbers that a seed fixes.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 }
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static func commands(seed: Int) -> [TreeCommand] {
    var generator = Generator(seed: seed)
    let count = Int.random(in: 4...16, using: &generator)
    return (0..<count).map { _ in TreeCommand(using: &generator) }
  }

  /// The same in a tree that is locked once for all commands.
  private static func differenceWhenConfined(_ commands: [TreeCommand], isWatched: Bool) -> String?
  {
    let census = Census()
    do {
      let tree = ConfinedTree(Branch(key: 0, census: census))
      try tree.withModel { branch in
        var run = TreeRun(living: branch, census)
        try run.perform(commands, isWatched: isWatched)
      }
    } catch {
      return "\(error)"
    }
    return census.living.isEmpty && census.objects == 0 ? nil : "left: \(census.living)"
  }

  private static func difference(_ commands: [TreeCommand], isWatched: Bool) -> String? {
    do {
      try TreeRun.run(commands, isWatched: isWatched)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Leaves commands out as long as what remains still fails.
  private static func shrink(_ commands: [TreeCommand], isWatched: Bool) -> [TreeCommand] {
    var shortest = commands
    var index = shortest.count - 1
    while index >= 0 {
      var shorter = shortest
      shorter.remove(at: index)
      if difference(shorter, isWatched: isWatched) != nil {
        shortest = shorter
        index = min(index, shortest.count)
      }
      index -= 1
    }
    return shortest
  }

  /// In four portions, which run side by side.
  @Test(arguments: 0..<4)
  func aTreeIsWhatItsCommandsMakeOfAPlainValue(part: Int) {
    for seed in stride(from: part, to: Rounds.times(4_800), by: 4) {
      let commands = Self.commands(seed: seed)
      let isWatched = seed % 12 < 4
      guard Self.difference(commands, isWatched: isWatched) != nil else { continue }
      let shortest = Self.shrink(commands, isWatched: isWatched)
      let difference = Self.difference(shortest, isWatched: isWatched) ?? ""
      Issue.record("seed \(seed): \(shortest)\n\(difference)")
      return
    }
  }

  @Test func aConfinedTreeIsWhatItsCommandsMakeOfAPlainValue() {
    for seed in 0..<Rounds.times(1_000) {
      let commands = Self.commands(seed: seed)
      let difference = Self.differenceWhenConfined(commands, isWatched: seed % 3 == 0)
      guard let difference else { continue }
      Issue.record("seed \(seed): \(commands)\n\(difference)")
      return
    }
  }

  @Test func commandsReachEachKind() {
    let kinds = Set((0..<100).flatMap { Self.commands(seed: $0) }.map(\.kind))
    #expect(kinds.count == TreeCommand.Kind.allCases.count)
  }
}
