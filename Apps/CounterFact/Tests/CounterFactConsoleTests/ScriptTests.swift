import CounterFactConsole
import CounterFactModels
import ProgramConsoleTesting
import StrataConcurrency
import Testing

private let great = FactClient { "\($0) is a great number!" }

@Suite struct ScriptTests {
  @Test func printsWhatEachLineChanges() async {
    let program = TestProgram(
      """
      add            # the first
      inc 1 3
      fact 1

      add 10
      dec 2
      remove 1
      dismiss
      """,
      client: great
    )
    #expect(
      await program.run()
        == TestProgram.Outcome(
          status: 0,
          output: """
            1: 0
            1: 3
            3 is a great number!
            2: 10
            sum: 13
            3 is a great number!
            2: 9
            sum: 12
            1: 9
            3 is a great number!

            """,
          errors: ""
        )
    )
  }

  /// The library would report a model that is read after its removal on standard error.
  @Test func answersToWhatHasLeftAreNotLookedAt() async {
    let unanswered = FactClient { number in
      if number > 1 { try await Task.sleep(for: .seconds(3_600)) }
      return "\(number) is one."
    }
    let lines =
      ["add 1", "add 2", "fact 1 &", "fact 2 &", "remove 2", "wait", "remove 1"]
      + ["add 1", "fact 1", "another &", "dismiss", "wait", "show"]
      + (0..<20).flatMap { _ in ["fact 1", "another &", "fact 1 &", "dismiss", "remove 1", "add 1"]
      }
    let reports = Locked<[String]>([], rank: .leaf)
    let program = TestProgram(lines.joined(separator: "\n"), client: unanswered)
    let note: ReportSink.Handler = { report in reports.withLock { $0.append(report.message) } }
    let outcome = await ReportSink.withHandler(note) { await program.run() }
    #expect(outcome.status == 0)
    #expect(reports.withLock { $0 } == [])
  }

  @Test(arguments: ["inc", "dec", "remove", "fact"])
  func noNumberOfACounterEndsTheProgram(verb: String) async {
    for number in [Int.min, Int.min + 1, -1, 0, 2, Int.max] {
      let outcome = await TestProgram("add\n\(verb) \(number)", client: great).run()
      #expect(outcome.status == 65)
      #expect(
        outcome.errors == "counterfact: line 2: There is no counter \(number); there is only 1.\n"
      )
    }
  }

  @Test func sumsAreExactAlsoWhereAPartOfThemIsTooLarge() async {
    let outcome = await TestProgram("add \(Int.max)\nadd 1\nadd -1", client: great).run()
    #expect(
      outcome.output
        == "1: \(Int.max)\n2: 1\nsum: too large\n3: -1\nsum: \(Int.max)\n"
    )
  }

  /// The output is complete: each change prints the lines that differ.
  @Test func printsTheSameAsIfAllLinesWereCompared() async {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      var counts: [Int] = []
      var (shown, script, expected): ([String], [String], String) = ([], [], "")
      for _ in 0..<60 {
        let index = Int.random(in: 0..<max(1, counts.count), using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where !counts.isEmpty:
          counts.remove(at: index)
          script.append("remove \(index + 1)")
        case 1 where !counts.isEmpty:
          counts[index] += 2
          script.append("inc \(index + 1) 2")
        default:
          counts.append(0)
          script.append("add")
        }
        var lines = counts.enumerated().map { "\($0 + 1): \($1)" }
        if counts.count > 1 { lines.append("sum: \(counts.reduce(0, +))") }
        for (place, line) in lines.enumerated() where place >= shown.count || shown[place] != line {
          expected += line + "\n"
        }
        shown = lines
      }
      let outcome = await TestProgram(script.joined(separator: "\n"), client: great).run()
      #expect(outcome.output == expected)
    }
  }

  @Test func manyCountersBehindARemovedOneAreNotPrintedAgain() async {
    let lines = [String](repeating: "add 1", count: 150) + ["remove 2", "inc 149", "remove 149"]
    let outcome = await TestProgram(lines.joined(separator: "\n"), client: great).run()
    #expect(
      outcome.output.hasSuffix(
        "2 was removed; 3 to 150 have moved up.\nsum: 149\n149: 2\nsum: 150\nsum: 148\n"
      )
    )
  }

  @Test func aLineWithoutAnEndEndsTheProgram() async {
    let long = String(repeating: "x", count: 70_000)
    let outcome = await TestProgram("add\n\(long)\nadd", client: great).run("--keep-going")
    #expect(outcome.status == 65)
    #expect(outcome.output == "1: 0\n")
    #expect(outcome.errors == "counterfact: line 2: The line has more than 65536 bytes.\n")
  }

  @Test func showPrintsEverythingAgain() async {
    let outcome = await TestProgram("add 1\nadd 2\nshow", client: great).run("run")
    #expect(outcome.output == "1: 1\n2: 2\nsum: 3\n1: 1\n2: 2\nsum: 3\n")
  }

  @Test func anAnswerThatIsTheSameAsTheLastIsShownAgain() async {
    let outcome = await TestProgram("add 1\nfact 1\nanother\nfact 1", client: great).run()
    let fact = "1 is a great number!\n"
    #expect(outcome.output == "1: 1\n\(fact)\(fact)\(fact)")
  }

  @Test func anEndedInputWaitsForWhatIsLeftRunning() async {
    let outcome = await TestProgram("add 4\nfact 1 &", client: great).run()
    #expect(outcome.status == 0)
    #expect(outcome.output == "1: 4\n1: 4  asking…\n1: 4\n4 is a great number!\n")
  }

  @Test func aRemovedCounterIsNotWaitedFor() async {
    let never = FactClient { number in
      try await Task.sleep(for: .seconds(1_000_000))
      return "\(number)"
    }
    let outcome = await TestProgram("add 4\nfact 1&\nremove 1\nwait", client: never).run()
    #expect(
      outcome
        == TestProgram.Outcome(
          status: 0,
          output: "1: 4\n1: 4  asking…\n",
          errors: ""
        )
    )
    let cancelled = await TestProgram("add 4\nfact 1 &\ncancel\nwait", client: never).run()
    #expect(cancelled.output == "1: 4\n1: 4  asking…\n1: 4\n")
  }

  @Test(arguments: [
    ("hello", "There is no command \"hello\"; help lists those there are."),
    ("inc", "inc takes 1 or 2 numbers, not none."),
    ("inc one", "inc takes whole numbers; \"one\" is none."),
    ("inc 1", "There is no counter 1; there is none yet; add makes one."),
    ("add 1 2", "add takes 0 or 1 numbers, not 2."),
    ("show 1", "show takes nothing, not 1."),
    ("remove 1 2", "remove takes one number, not 2."),
    ("another", "There is no fact yet; ask for one with fact N."),
    ("add &", "Only fact and another can be left running with \"&\"."),
    ("&", "There is nothing before the \"&\"."),
    ("dec 1 -9223372036854775808", "-9223372036854775808 cannot be counted down by."),
  ])
  func aLineThatCannotBeFollowedEndsTheScript(line: String, message: String) async {
    let outcome = await TestProgram("\n\(line)\nadd", client: great).run()
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "counterfact: line 2: \(message)\n")
  }

  @Test func aScriptMayGoOnAfterAFailure() async {
    let outcome = await TestProgram("oops\nadd\nremove 2\nadd", client: great)
      .run("--keep-going")
    #expect(outcome.status == 65)
    #expect(outcome.output == "1: 0\n2: 0\nsum: 0\n")
    #expect(
      outcome.errors == """
        counterfact: line 1: There is no command "oops"; help lists those there are.
        counterfact: line 3: There is no counter 2; there is only 1.

        """
    )
  }

  @Test func countingTooFarIsAFailureAndChangesNothing() async {
    let outcome = await TestProgram("add 9223372036854775807\ninc 1", client: great).run()
    #expect(outcome.status == 65)
    #expect(outcome.errors == "counterfact: line 2: Counter 1 cannot count that far.\n")
  }

  @Test func aPersonIsAskedForTheNextLineAndMayMistype() async {
    var program = TestProgram("oops\nadd\nquit\nadd", client: great)
    program.isInteractive = true
    let outcome = await program.run()
    #expect(outcome.output == "> > 1: 0\n> ")
    #expect(outcome.errors.hasPrefix("counterfact: There is no command \"oops\""))
    #expect(outcome.status == 65)
  }

  @Test func factsCannotControlTheTerminal() async {
    let client = FactClient { _ in "a\u{1B}[2Jb\u{202E}c\nd" }
    let outcome = await TestProgram("add\nfact 1", client: client).run()
    #expect(outcome.output == "1: 0\na\u{FFFD}[2Jb\u{FFFD}c d\n")
  }

  @Test func asJSONEachResultIsOneLine() async {
    let outcome = await TestProgram("add 3\nfact 1\nadd 4\nremove 1\nfact 2", client: great)
      .run("--json")
    #expect(outcome.status == 65)
    let fact = #""fact":{"isAsking":false,"number":3,"text":"3 is a great number!"}"#
    #expect(
      outcome.output == """
        {"counterCount":1,"counters":[{"count":3,"isAsking":false,"number":1}],"sum":3}
        {"counterCount":1,"counters":[{"count":3,"isAsking":false,"number":1}],\(fact),"sum":3}
        {"counterCount":2,"counters":[{"count":4,"isAsking":false,"number":2}],\(fact),"sum":7}
        {"counterCount":1,"counters":[],\(fact),"removed":1,"sum":4}

        """
    )
    #expect(
      outcome.errors == """
        {"error":{"exitCode":65,"kind":"script","line":5,\
        "message":"There is no counter 2; there is only 1."}}

        """
    )
  }
}
