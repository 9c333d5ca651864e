import CounterFactConsole
import CounterFactModels
import Foundation
import LoopbackHTTP
import ProgramConsole
import ProgramConsoleTesting
import ProgramHTTP
import ProgramStreams
import ProgramVersion
import Testing

private let great = FactClient { "\($0) is a great number!" }

@Suite struct ProgramTests {
  @Test func factPrintsOneLineForEachNumber() async {
    let outcome = await TestProgram(client: great).run("fact", "4", "-7", "2")
    #expect(outcome.status == 0)
    #expect(
      outcome.output
        == "4 is a great number!\n-7 is a great number!\n2 is a great number!\n"
    )
    let json = await TestProgram(client: great).run("fact", "4", "--json")
    #expect(json.output == "{\"number\":4,\"text\":\"4 is a great number!\"}\n")
  }

  @Test func asksTheServiceThatTheCommandLineNames() async throws {
    try await LoopbackServer.run {
      .text("\($1) of the server")
    } _: { server in
      let outcome = await TestProgram("add 5\nfact 1").run(
        "run",
        "--base-url",
        server.address.absoluteString
      )
      #expect(
        outcome == TestProgram.Outcome(status: 0, output: "1: 5\n/5 of the server\n", errors: "")
      )
    }
  }

  @Test func aRedirectionThatIsNotFollowedIsADamagedAnswer() async throws {
    let answer = "HTTP/1.1 302 No\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"
    try await LoopbackServer.run { _, _ in
      .raw(Array(answer.utf8))
    } _: { server in
      let address = server.address.absoluteString
      let outcome = await TestProgram().run("fact", "1", "--base-url", address)
      #expect(outcome.status == 76)
      #expect(
        outcome.errors == """
          counterfact: The answer of \(address)/1 is no fact: it leads to an address that is not followed.

          """
      )
    }
  }

  @Test func eachFailureOfTheServiceHasItsExitCode() async throws {
    let answers: [String: Answer] = [
      "/1": .text("no", status: 500), "/2": .cutOff("2 is"), "/3": .text("three"),
    ]
    try await LoopbackServer.run {
      answers[$1] ?? .close
    } _: { server in
      let address = server.address.absoluteString
      let refused = await TestProgram().run("fact", "1", "3", "2", "--base-url", address)
      #expect(refused.status == 69)
      #expect(refused.output == "three\n")
      #expect(
        refused.errors == """
          counterfact: \(address)/1 answered with HTTP status 500.
          counterfact: The answer of \(address)/2 was cut off.

          """
      )
      let damaged = await TestProgram("add 2\nfact 1\nadd").run("--base-url", address)
      #expect(damaged.status == 76)
      #expect(damaged.output == "1: 2\n")
      #expect(
        damaged.errors == "counterfact: line 2: The answer of \(address)/2 was cut off.\n"
      )
    }
    try await LoopbackServer.refusing { address in
      let outcome = await TestProgram().run("fact", "1", "--base-url", address.absoluteString)
      #expect(outcome.status == 69)
    }
  }

  @Test func anAnswerThatIsLateHasItsExitCode() async {
    let late = FactClient { _ in throw FactFailure(.late, "Too late.") }
    let outcome = await TestProgram(client: late).run("fact", "1", "--json")
    #expect(outcome.status == 75)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "{\"error\":{\"exitCode\":75,\"kind\":\"late\",\"message\":\"Too late.\"}}\n"
    )
  }

  @Test func aFailureOfAQuestionThatWasLeftRunningIsToldAtTheEnd() async {
    let broken = FactClient { _ in throw FactFailure(.refused, "No facts.") }
    let outcome = await TestProgram("add\nfact 1 &\nwait\nadd", client: broken)
      .run("--keep-going")
    #expect(outcome.status == 69)
    #expect(outcome.errors.components(separatedBy: "No facts.").count == 2)
    #expect(outcome.output.hasSuffix("2: 0\nsum: 0\n"))
  }

  @Test(arguments: [
    ["--base-url", "ftp://host"], ["--base-url", "nonsense"], ["--base-url", "http://"],
    ["--base-url", "http://host:99999"], ["--base-url", "http://host:0"],
    ["--timeout", "0"], ["--timeout", "nan"], ["--timeout", "1e9"], ["--timeout", "soon"],
    ["--offline", "--timeout", "1"], ["--timeout", "1"], ["--offline", "--online"],
    ["--online", "--base-url", "http://host"], ["--counters", ""], ["fact"], ["fact", "four"],
    ["fact", "-x"], ["fact", "1", "--nonsense"],
    ["--nonsense"],
  ])
  func aWrongCommandLineIsRefused(arguments: [String]) async {
    let program = TestProgram(client: great)
    let outcome = await program.run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: "))
    let json = await program.run(arguments + ["--json"])
    #expect(json.status == 64)
    #expect(json.errors.hasPrefix("{\"error\":{\"exitCode\":64,\"kind\":\"usage\""))
  }

  @Test func aPortBeyondTheRangeIsAnsweredWithTheRange() async {
    let outcome = await TestProgram(client: great).run(
      "fact",
      "1",
      "--base-url",
      "http://127.0.0.1:99999"
    )
    #expect(
      outcome.errors.hasPrefix(
        "Error: \"http://127.0.0.1:99999\" has no possible port: use one from 1 to 65535."
      )
    )
  }

  @Test func aNegativeTimeIsAnsweredWithTheRange() async {
    let outcome = await TestProgram(client: great).run("fact", "1", "--timeout", "-1")
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix(
        "Error: --timeout takes a number of seconds from above 0 to 86400."
      )
    )
  }

  @Test func completionsAndHelpOfEachCommandKnowTheOptionsOfRecordings() async {
    let script = await TestProgram().run("--generate-completion-script", "bash").output
    for (kind, option) in [("options", "--record"), ("flags", "--inspect")] {
      // The last is that of `help`, which the parser makes.
      let lists = script.split(separator: "\n").filter {
        $0.contains("non_repeating_\(kind)=(--") && !$0.hasSuffix("(--version)")
      }
      #expect(lists.count == 4)
      #expect(lists.allSatisfy { $0.contains(option) }, "\(lists)")
    }
    let help = await TestProgram().run("--help").output
    #expect(help.contains("--record <file>") && help.contains("--inspect"))
  }

  @Test func helpAndVersionAreResults() async {
    let help = await TestProgram().run("--help")
    #expect(help.status == 0)
    #expect(help.output.contains("EXIT CODES"))
    // The manual keeps the lines of indented text, and joins others.
    let run = await TestProgram().run("help", "run")
    #expect(run.output.contains("\n  add [COUNT]    adds a counter\n  inc N [BY] "))
    #expect(await TestProgram().run("--version").output == RepositoryVersion.current + "\n")
  }

  @Test func theDemoNeedsNoNetworkAndNoInput() async {
    let outcome = await TestProgram().run("demo")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("> fact 1\n7 has no divisors but 1 and itself.\n"))
    #expect(
      outcome.output.hasSuffix("> another\n12 lies between 9, 3 times 3, and 16, 4 times 4.\n")
    )
  }

  @Test func anInputThatCannotBeReadIsNotItsEnd() async {
    var program = TestProgram("add\nadd")
    program.inputFails = .refused("Is a directory")
    let outcome = await program.run()
    #expect(outcome.status == 74)
    #expect(outcome.output == "1: 0\n2: 0\nsum: 0\n")
    #expect(
      outcome.errors == "counterfact: line 3: Reading standard input failed: Is a directory.\n"
    )
    program.inputFails = .hungUp
    #expect(await program.run().status == 129)
  }

  @Test func anOutputThatIsGoneOrFullEndsTheProgram() async {
    var program = TestProgram("add\nadd\nadd", client: great)
    program.outputFails = (after: 1, .closed)
    #expect(
      await program.run()
        == TestProgram.Outcome(status: 141, output: "1: 0\n", errors: "")
    )
    program.outputFails = (after: 0, .refused("No space left on device"))
    let full = await program.run()
    #expect(full.status == 74)
    #expect(
      full.errors
        == "counterfact: Writing to standard output failed: No space left on device.\n"
    )
    #expect(await program.run("--json").status == 74)
    #expect(await program.run("--help").status == 74)
    #expect(await program.run("fact", "1").status == 74)
  }
}
