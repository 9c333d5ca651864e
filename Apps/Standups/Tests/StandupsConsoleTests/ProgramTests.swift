import Foundation
import ProgramVersion
import StandupsConsole
import StandupsData
import Testing

@Suite struct ProgramTests {
  @Test func keepsWhatIsAdded() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    #expect(await test.run("list") == 0)
    #expect(await test.run("add", "Morning Sync", "-a", "Ada", "-a", "Grace", "-l", "90s") == 0)
    #expect(await test.run("list") == 0)
    #expect(
      test.output.writes == [
        "No stand-ups yet. Add one: standups add \"Morning Sync\" --attendee Ada\n",
        "Added morning-sync.\n",
        """
        HANDLE        TITLE         LENGTH  PEOPLE  MEETINGS  LAST
        morning-sync  Morning Sync   1m30s       2         0  never

        """,
      ]
    )
    #expect(test.errors.text == "")
  }

  @Test func printsJSONForScripts() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    #expect(await test.run("add", "Ops", "-a", "Ada", "--theme", "red", "--json") == 0)
    #expect(
      test.output.text == """
        {
          "standup" : {
            "attendees" : [
              {
                "id" : "00000000-0000-0000-0000-000000000001",
                "name" : "Ada"
              }
            ],
            "handle" : "ops",
            "id" : "00000000-0000-0000-0000-000000000000",
            "meetings" : 0,
            "plannedSeconds" : 900,
            "theme" : "red",
            "title" : "Ops"
          }
        }

        """
    )
  }

  @Test func printsErrorsAsJSONForScripts() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    #expect(await test.run("show", "x", "--json") == 66)
    #expect(test.output.text == "")
    #expect(
      test.errors.text == """
        {
          "error" : {
            "exitCode" : 66,
            "kind" : "noInput",
            "message" : "There is no stand-up \\"x\\": the data file holds none yet. Add one with `add`.",
            "suggestions" : [

            ]
          }
        }

        """
    )
    #expect(await test.run("list", "--json", "--nope") == 64)
    #expect(test.errors.writes[1].contains("\"message\" : \"Unknown option '--nope'"))
  }

  @Test(arguments: [
    (["lsit"], "standups: There is no command \"lsit\". Did you mean list?\n"),
    (
      ["frobnicate"],
      "standups: There is no command \"frobnicate\". See `standups --help` for those there are.\n"
    ),
    (["edit", "x"], "Say what to change, for example with --title or --attendee."),
    (["add"], "Missing expected argument '<title>'"),
    (["add", "x", "--length", "soon"], "The value 'soon' is invalid for '--length <length>'"),
    (["list", "--nope"], "Unknown option '--nope'"),
    (["stats", "--days", "-1"], "--days takes a number from 1 to 36500."),
    (["why", "daily", "--last", "-1"], "--last takes a number above 0."),
    (["stats", "--days", "0"], "--days takes a number from 1 to 36500."),
    (
      ["export", "--meetings"], "--meetings is for CSV; the other formats hold the meetings anyway."
    ),
    (["add", " "], "standups: A title must not be empty.\n"),
  ])
  func answersAWrongCommandLine(arguments: [String], words: String) async throws {
    let test = try TestProgram()
    defer { test.remove() }
    #expect(await test.run(arguments) == 64)
    #expect(test.errors.text.contains(words), "\(test.errors.text)")
    #expect(test.output.text == "")
  }

  @Test func helpsAndTellsItsVersion() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    #expect(await test.run("--version") == 0)
    #expect(test.output.text == RepositoryVersion.current + "\n")
    for arguments in [["--help"], [], ["help"], ["help", "add"], ["add", "--help"]] {
      #expect(await test.run(arguments) == 0)
    }
    #expect(test.output.writes[1].hasPrefix("OVERVIEW: Keep a team's stand-up meetings."))
    #expect(test.output.writes[5].hasPrefix("OVERVIEW: Add a stand-up."))
    #expect(test.errors.text == "")
  }

  @Test func offersCompletionForShells() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    for shell in ["bash", "zsh", "fish"] {
      #expect(await test.run("--generate-completion-script", shell) == 0)
    }
    #expect(test.output.text.contains("record") || test.output.text.contains("meetings"))
    for (kind, option) in [("options", "--record"), ("flags", "--inspect")] {
      let lists = test.output.writes[0].split(separator: "\n")
        // The last is that of `help`, which the parser makes.
        .filter { $0.contains("non_repeating_\(kind)=(--") && !$0.hasSuffix("(--version)") }
      #expect(lists.count == 18)
      #expect(lists.allSatisfy { $0.contains(option) }, "\(lists)")
    }
  }

  @Test func stopsQuietlyWhenNobodyReads() async throws {
    let test = try TestProgram(output: CollectedOutput(writesUntilClosed: 0))
    defer { test.remove() }
    #expect(await test.run("list") == 141)
    #expect(await test.run("--help") == 141)
    #expect(test.errors.text == "")
  }

  @Test(arguments: [["list"], ["list", "--json"], ["export"], ["--help"]])
  func saysThatTheOutputCannotBeWritten(arguments: [String]) async throws {
    let refusal = StandupsError(.inputOutput, "Writing failed.")
    let output = CollectedOutput(writesUntilClosed: 0, failure: .refused(refusal))
    let test = try TestProgram(output: output)
    defer { test.remove() }
    #expect(await test.run(arguments) == 74)
    #expect(test.errors.text.contains("Writing failed."))
  }

  @Test func aChangeThatCannotBeShownIsSaidToBeMadeIfItWasOne() async throws {
    let refusal = StandupsError(.inputOutput, "Writing failed.")
    let test = try TestProgram(
      output: CollectedOutput(writesUntilClosed: 0, failure: .refused(refusal))
    )
    defer { test.remove() }
    for bell in ["off", "off", "on"] {
      #expect(await test.run("settings", "--bell", bell) == 74)
    }
    let made = "standups: Writing failed. The change was made.\n"
    #expect(test.errors.text == made + "standups: Writing failed.\n" + made)
  }

  @Test func refusesAnEmptyPath() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    #expect(await test.run("list", "--data", "") == 64)
    #expect(test.errors.text.contains("--data takes the path of a file; this one is empty."))
  }

  @Test func namesDamagedDataFiles() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    try Data("{\"format\"".utf8).write(to: URL(fileURLWithPath: test.dataPath))
    #expect(await test.run("list") == 65)
    #expect(
      test.errors.text == "standups: \(test.dataPath), line 1, column 10: The file is damaged: "
        + "the text ends too early. It was left as it is.\n"
    )
  }

  @Test func usesTheDataFileThatIsNamed() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    let other = "\(test.folder)/other.json"
    #expect(await test.run("add", "Ops", "--data", other) == 0)
    #expect(FileManager.default.fileExists(atPath: other))
    #expect(!FileManager.default.fileExists(atPath: test.dataPath))
  }
}
