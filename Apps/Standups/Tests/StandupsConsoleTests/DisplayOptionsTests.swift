import Foundation
import StandupsConsole
import StandupsData
import Testing

@Suite struct DisplayOptionsTests {
  @Test func quietSaysNothingButErrors() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    #expect(await test.run("add", "Ops", "--quiet") == 0)
    #expect(await test.run("list", "-q") == 0)
    #expect(await test.run("show", "x", "-q") == 66)
    #expect(test.output.text.isEmpty)
    #expect(test.errors.text.hasPrefix("standups: There is no stand-up"))
    #expect(try DocumentFile(path: test.dataPath).load().standups.count == 1)
  }

  @Test func colorSaysWhetherTextsAreColoured() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    _ = await test.run("add", "Ops")
    _ = await test.run("list")
    #expect(!test.output.text.contains("\u{1B}"))
    _ = await test.run("list", "--color", "always")
    #expect(test.output.text.contains("\u{1B}[2mHANDLE"))
    let terminal = try TestProgram(output: CollectedOutput(isTerminal: true))
    defer { terminal.remove() }
    _ = await terminal.run("add", "Ops")
    _ = await terminal.run("list", "--color", "never")
    #expect(!terminal.output.text.contains("\u{1B}"))
  }

  @Test func listsAreSortedAndFiltered() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    for title in ["Beta", "Alpha", "Gamma"] { _ = await test.run("add", title, "-q") }
    #expect(await test.run("list", "--sort", "handle", "--reverse", "--json") == 0)
    let handles = test.output.text.matches(of: /"handle" : "(\w+)"/).map { String($0.1) }
    #expect(handles == ["gamma", "beta", "alpha"])
    #expect(await test.run("list", "--filter", "nobody") == 0)
    #expect(test.output.text.hasSuffix("No stand-up is like that.\n"))
  }

  @Test func exportsForPeopleAndCalendars() async throws {
    let test = try TestProgram()
    defer { test.remove() }
    _ = await test.run("add", "Ops", "-a", "Ada", "-q")
    _ = await test.run("record", "ops", "--advance", "auto", "-q")
    let page = "\(test.folder)/team.md"
    #expect(await test.run("export", "--output", page) == 0)
    #expect(try String(contentsOfFile: page, encoding: .utf8).hasPrefix("# Stand-ups\n\n## Ops\n"))
    #expect(await test.run("export", "--format", "ics") == 0)
    #expect(test.output.text.hasPrefix("BEGIN:VCALENDAR\r\n"))
    #expect(await test.run("export", "--format", "md", "--meetings") == 64)
  }
}
