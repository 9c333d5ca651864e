import StandupsConsole
import StandupsData
import Testing

@Suite struct ShellCommandTests {
  @Test func goesOnAfterErrors() async throws {
    let test = try TestProgram(
      input: PreparedInput(
        "foo\nadd \"A B\" --theme red\n",
        "show x\n\nadd \"open\nlist\nexit\nadd C\n"
      )
    )
    defer { test.remove() }
    #expect(await test.run("shell") == 0)
    #expect(
      test.output.text == """
        Added a-b.
        HANDLE  TITLE  LENGTH  PEOPLE  MEETINGS  LAST
        a-b     A B       15m       0         0  never

        """
    )
    #expect(
      test.errors.text == """
        standups: There is no command "foo". See `help` for those there are.
        standups: There is no stand-up "x". The command `list` shows those there are.
        standups: A quotation mark is not closed.

        """
    )
  }

  @Test func endsWithTheStatusOfTheLastCommandOfAPipe() async throws {
    let test = try TestProgram(input: PreparedInput("list\nshow x"))
    defer { test.remove() }
    #expect(await test.run("shell") == 66)
  }

  @Test func promptsOnATerminalAndEndsWell() async throws {
    let output = CollectedOutput(isTerminal: true)
    let test = try TestProgram(input: PreparedInput("show x\n", isTerminal: true), output: output)
    defer { test.remove() }
    #expect(await test.run("shell") == 0)
    #expect(
      output.text == """
        Type a command, `help` for the commands there are, `exit` to leave.
        standups> standups> 

        """
    )
  }

  @Test func usesItsDataFileForAllCommands() async throws {
    let test = try TestProgram(input: PreparedInput("add X\nlist\n"))
    defer { test.remove() }
    let path = "\(test.folder)/other.json"
    #expect(await test.run("shell", "--data", path) == 0)
    #expect(try DocumentFile(path: path).load().standups.count == 1)
  }

  @Test func printsJSONForEachCommandWhenAsked() async throws {
    let test = try TestProgram(input: PreparedInput("list\nhelp\n"))
    defer { test.remove() }
    #expect(await test.run("shell", "--json") == 0)
    #expect(test.output.writes.first == "{\n  \"standups\" : [\n\n  ]\n}\n")
  }

  @Test func refusesToReadItsOwnInputAsAFile() async throws {
    let test = try TestProgram(input: PreparedInput("import -\nshell\n"))
    defer { test.remove() }
    #expect(await test.run("shell") == 64)
    #expect(
      test.errors.text == """
        standups: The shell reads standard input itself; name a file.
        standups: This is a shell already; type a command, or exit.

        """
    )
  }
}
