import ArgumentParser
import ProgramArguments
import Testing

/// Numbers, and an option of each kind.
private struct Count: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "count")

  @Argument var numbers: [Int] = []
  @Option(name: .shortAndLong) var at: Int?
  @Option(name: .shortAndLong, parsing: .unconditional) var last: Int?
  @Flag var json = false
}

/// A command that takes no words.
private struct Plain: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "plain")

  @Flag var json = false
}

private struct Family: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "family",
    subcommands: [Count.self, Plain.self],
    defaultSubcommand: Count.self
  )
}

@Suite struct NegativeNumbersTests {
  private func words(_ line: String) -> [String] {
    CommandWords.separatingNegativeNumbers(
      in: line.split(separator: " ").map(String.init),
      of: Family.self
    )
  }

  private func count(_ line: String) throws -> Count? {
    try Family.parseAsRoot(words(line)) as? Count
  }

  @Test(arguments: ["count 42 -7 3", "count 42 --json -7 3", "42 -7 3", "count -- 42 -7 3"])
  func aNumberBelowZeroIsAnOperandInItsOrder(line: String) throws {
    #expect(try count(line)?.numbers == [42, -7, 3])
    #expect(try count(line)?.json == line.contains("--json"))
  }

  @Test func aNumberBelowZeroAfterAnOptionIsItsValue() throws {
    for line in ["count --at -1", "count --at=-1 2", "2 --at -1 --json", "count -7 --at -1"] {
      #expect(try count(line)?.at == -1, "\(line)")
    }
    for line in ["count --last -1", "count -l -1", "count -7 -l -1 --json"] {
      #expect(try count(line)?.last == -1, "\(line)")
    }
    #expect(try count("count -7 -l -1 --json")?.numbers == [-7])
  }

  @Test(arguments: [
    "count 1 --at 2", "count -x", "plain -1", "plain --json", "count --jsn", "count - --json",
    "count -- -1",
  ])
  func otherWordsStayAsTheyAre(line: String) {
    #expect(words(line) == line.split(separator: " ").map(String.init))
  }

  @Test func aMisspeltOptionIsStillNamed() {
    let error = #expect(throws: (any Error).self) { try count("count 42 -7 --jsn") }
    #expect(
      error.map { Family.message(for: $0) } == "Unknown option '--jsn'. Did you mean '--json'?"
    )
  }
}
