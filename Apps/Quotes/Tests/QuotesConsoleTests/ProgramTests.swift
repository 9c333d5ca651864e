import Foundation
import LoopbackHTTP
import ProgramConsoleTesting
import ProgramVersion
import QuotesConsole
import QuotesServer
import Testing

@Suite struct ProgramTests {
  @Test(arguments: [
    ["show"], ["show", "--serve", "--url", "http://host/"], ["show", "--url", "ftp://host"],
    ["show", "--url", "host/quotes"], ["show", "--url", "http://"],
    ["show", "--url", "http://host:0/"], ["show", "--url", "http://host:99999/"],
    ["show", "--url", "http://host/", "--fail", "1"],
    ["show", "--url", "http://host/", "--delay", "1"],
    ["show", "--serve", "--fail", "-1"], ["show", "--serve", "--fault", "200"],
    ["show", "--serve", "--fault", "odd"], ["show", "--serve", "--retries", "-1"],
    ["show", "--serve", "--timeout", "0"], ["show", "--serve", "--timeout", "nan"],
    ["show", "--serve", "--timeout", "1e9"], ["show", "--serve", "--retry-after", "-1"],
    ["show", "--serve", "--refresh-every", "0"], ["show", "--serve", "--expire-after", "60"],
    ["show", "--serve", "--cache", ""], ["serve", "--port", "65536"], ["serve", "--port", "-1"],
    ["serve", "--port", "http"], ["--nonsense"], ["demo", "more"],
  ])
  func aWrongCommandLineIsRefused(arguments: [String]) async {
    let outcome = await TestProgram().run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: "))
    let json = await TestProgram().run(arguments + ["--json"])
    #expect(json.status == 64)
    #expect(json.errors.hasPrefix("{\"error\":{\"exitCode\":64,\"kind\":\"usage\""))
  }

  @Test func aWordThatIsNoCommandIsAnsweredWithThoseThereAre() async {
    let outcome = await TestProgram().run(["nonsense"])
    #expect(outcome.status == 64)
    #expect(
      outcome.errors
        == "quotes: There is no command \"nonsense\". There are: show, serve, demo.\n"
    )
  }

  @Test func aPortBeyondTheRangeIsAnsweredWithTheRange() async {
    let url = await TestProgram().run("show", "--url", "http://127.0.0.1:99999/quotes.json")
    #expect(url.errors.contains("with a port of 1 to 65535"))
    let port = await TestProgram().run("serve", "--port", "99999")
    #expect(port.errors.contains("0 to 65535"))
  }

  @Test(arguments: [
    (["serve", "--port", "-1"], "a port is 0 to 65535"),
    (["show", "--serve", "--retries", "-1"], "--retries takes a number from 0 to 1000."),
    (["show", "--serve", "--fail", "-1"], "--fail takes a number from 0."),
    (["show", "--serve", "--delay", "-1"], "'-1' is invalid"),
    (["show", "--serve", "--timeout", "-0.5"], "seconds are a number from 0 to 86400"),
    (
      ["show", "--serve", "--url", "http://host/"],
      "--url and --serve exclude one another: name a service, or take the program's own server."
    ),
  ])
  func aValueThatCannotBeIsAnsweredWithTheRange(arguments: [String], sentence: String) async {
    let outcome = await TestProgram().run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(sentence))
    #expect(!outcome.errors.contains("Missing value"))
    let json = await TestProgram().run(arguments + ["--json"])
    #expect(json.errors.contains(sentence))
  }

  @Test func helpAndVersionAreResults() async {
    for arguments in [[], ["--help"], ["help", "show"]] {
      let help = await TestProgram().run(arguments)
      #expect(help.status == 0)
      #expect(help.output.contains("USAGE: quotes"))
      #expect(help.errors.isEmpty)
    }
    #expect(await TestProgram().run("--version").output == RepositoryVersion.current + "\n")
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

  @Test func aPortThatIsTakenIsAFailureAndNoCrash() async throws {
    try await LoopbackServer.run(QuotesSite().answer) { server in
      let port = try #require(server.address.port)
      let outcome = await TestProgram().run("serve", "--port", "\(port)")
      #expect(outcome.status == 69)
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.errors
          == "quotes: No server can be started on port \(port): Address already in use.\n"
      )
    }
  }

  @Test func theDemoNeedsNoNetworkAndNoInput() async {
    let outcome = await TestProgram("nothing that is read").run("demo")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    var rest = outcome.output[...]
    // One after the other, in this order.
    for text in [
      "> connect\n“…”", "Fetching quotes…\n[disconnect]\n", "status 503.\nTrying again…\n",
      "[retry] [disconnect]\n", "> retry\n“…”", "Isaac Newton", "1 of 11\n",
      "[next] [refresh] [disconnect]\n", "> next\n", "2 of 11\n", "fetching newer ones…\n[next]",
      "2 of 11\n[next] [refresh]", "The service has gone.", "cannot be reached", "[next] [retry]",
      "nobody has to be asked", "Isaac Newton", "1 of 11, kept\n[next] [refresh] [disconnect]\n",
    ] {
      guard let range = rest.firstRange(of: text) else {
        Issue.record("\"\(text)\" is missing in: \(rest)")
        return
      }
      rest = rest[range.upperBound...]
    }
    #expect(rest.isEmpty)
  }
}
