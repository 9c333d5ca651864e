import StrataModels
import Testing

/// Random commands to a tree whose models may have several parents. Each answer is the one that plain values
/// give, and its reader is notified when it differs.
@Suite struct HierarchyPropertyTests {
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

  private static func commands(seed: Int) -> [SpotCommand] {
    var generator = Generator(seed: seed)
    let count = Int.random(in: 4...12, using: &generator)
    return (0..<count).map { _ in SpotCommand(using: &generator) }
  }

  private static func difference(_ commands: [SpotCommand]) -> String? {
    do {
      try SpotRun.run(commands)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Leaves commands out as long as what remains still fails.
  private static func shrink(_ commands: [SpotCommand]) -> [SpotCommand] {
    var shortest = commands
    for index in commands.indices.reversed() where index < shortest.count {
      var shorter = shortest
      shorter.remove(at: index)
      if difference(shorter) != nil { shortest = shorter }
    }
    return shortest
  }

  /// In two halves, which run side by side.
  @Test(arguments: 0..<2)
  func answersAreThoseOfPlainValues(part: Int) {
    for seed in stride(from: part, to: Rounds.times(3_000), by: 2) {
      let commands = Self.commands(seed: seed)
      guard Self.difference(commands) != nil else { continue }
      let shortest = Self.shrink(commands)
      Issue.record("seed \(seed): \(shortest)\n\(Self.difference(shortest) ?? "")")
      return
    }
  }

  @Test func commandsReachEachKind() {
    let kinds = Set((0..<100).flatMap { Self.commands(seed: $0) }.map(\.kind))
    #expect(kinds.count == SpotCommand.Kind.allCases.count)
  }
}
