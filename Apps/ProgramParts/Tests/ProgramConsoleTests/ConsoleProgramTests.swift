import ArgumentParser
import ProgramConsole
import ProgramConsoleTesting
import ProgramStreams
import StrataDependencies
import Testing

/// The errors of a command, by name.
private struct Sample: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "sample", version: "1.2")

  @Argument var ending = "well"
  @Flag var json = false

  func run() throws {
    let console = DependencyValues.current.console
    switch ending {
    case "failure": throw ProgramFailure(.late, "No answer\u{1B} came.")
    case "code": throw ExitCode(65)
    default: try console.write("Done.\n")
    }
  }
}

/// A command with others below it.
private struct Family: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "family",
    subcommands: [Sample.self],
    defaultSubcommand: Sample.self
  )
}

@Suite struct ConsoleProgramTests {
  private typealias Outcome = CollectedConsole.Outcome

  private func run(
    _ arguments: String...,
    root: any ParsableCommand.Type = Sample.self,
    failure: OutputFailure? = nil
  ) async -> Outcome {
    await run(arguments, root: root, failure: failure)
  }

  private func run(
    _ arguments: [String],
    root: any ParsableCommand.Type = Sample.self,
    failure: OutputFailure? = nil
  ) async -> Outcome {
    let collected = CollectedConsole(outputFails: failure.map { (0, $0) })
    let status = await withDependencies {
      $0.console = collected.console
    } operation: {
      await ConsoleProgram("sample", root: root, isOperand: { $0 == "code" }).run(arguments)
    }
    return collected.outcome(status)
  }

  @Test func aCommandThatEndsWellHasTheCodeZero() async {
    #expect(await run() == Outcome(status: 0, output: "Done.\n"))
  }

  @Test func aFailureIsOneSentenceOrOneLineOfJSON() async {
    #expect(
      await run("failure") == Outcome(status: 75, errors: "sample: No answer\u{FFFD} came.\n")
    )
    let json = await run("failure", "--json")
    #expect(json.status == 75)
    #expect(json.errors.hasPrefix(#"{"error":{"exitCode":75,"kind":"late","message":"No answer"#))
  }

  @Test func aCodeThatACommandThrowsIsTheProgramsOwn() async {
    #expect(await run("code") == Outcome(status: 65))
  }

  /// The parser would take it for an argument of the default command.
  @Test func aWordThatIsNoCommandIsAnsweredWithThoseThereAre() async {
    let word = String(repeating: "a", count: 50)
    let outcome = await run(word, "--json", root: Family.self)
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.contains(
        "There is no command \\\"\(word.prefix(40))\\\". There are: sample."
      )
    )
    #expect(await run("sample", root: Family.self) == Outcome(status: 0, output: "Done.\n"))
    #expect(await run("code", root: Family.self) == Outcome(status: 65))
    #expect(await run("help", root: Family.self).status == 0)
  }

  /// The parser would show the help of the program.
  @Test(arguments: [["nonsense"], ["sample", "nonsense"], ["nonsense", "--help"]])
  func helpOnWhatIsNoCommandIsAnsweredWithThoseThereAre(words: [String]) async {
    let outcome = await run(["help"] + words, root: Family.self)
    guard words.first == "nonsense" else {
      // A command without others below it takes what follows as it is.
      return #expect(outcome.status == 0)
    }
    #expect(outcome.status == 64)
    #expect(outcome.errors == "sample: There is no command \"nonsense\". There are: sample.\n")
    #expect(outcome.output.isEmpty)
  }

  @Test func anArgumentOfAnAbsurdLengthIsRejectedAtOnce() async {
    let outcome = await run(String(repeating: "a\u{301}", count: 10_000))
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasSuffix("…\" has more than 16384 bytes.\n"))
  }

  @Test func aWrongCommandLineIsToldAsUsage() async {
    let outcome = await run("--nonsense")
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("Error: Unknown option '--nonsense'"))
    let json = await run("--nonsense", "--json")
    #expect(
      json.errors
        == #"{"error":{"exitCode":64,"kind":"usage","message":"Unknown option '--nonsense'"}}"#
        + "\n"
    )
  }

  @Test(arguments: ["--x\u{9B}2J", "--x\u{7F}", "--x\u{1B}c", "--x\u{202E}"])
  func noErrorControlsATerminal(word: String) async {
    for arguments in [[word], [word, "--json"]] {
      let outcome = arguments.count == 1 ? await run(word) : await run(word, "--json")
      #expect(outcome.status == 64)
      let controls = outcome.errors.unicodeScalars.filter {
        ($0.properties.generalCategory == .control && $0 != "\n") || $0.properties.isBidiControl
      }
      #expect(controls.isEmpty, "\(outcome.errors.debugDescription)")
    }
  }

  @Test func theVersionIsAResult() async {
    #expect(await run("--version") == Outcome(status: 0, output: "1.2\n"))
  }

  @Test func anOutputThatIsClosedOrFullEndsTheProgram() async {
    for arguments in ["well", "--version"] {
      let refused = await run([arguments, "--json"], failure: .refused("No space left on device"))
      #expect(refused.status == 74 && refused.errors.hasPrefix("{\"error\":{"), "\(refused)")
      #expect(await run(arguments, failure: .closed) == Outcome(status: 141))
      #expect(await run(arguments, failure: .hungUp) == Outcome(status: 129))
      #expect(
        await run(arguments, failure: .refused("No space left on device"))
          == Outcome(
            status: 74,
            errors: "sample: Writing to standard output failed: No space left on device.\n"
          )
      )
    }
  }
}
