import Foundation
import ProgramDriver
import Testing

private let newton = """
  “If I have seen further it is by standing on the shoulders of giants.”
      — Isaac Newton, letter to Robert Hooke, 1675

  """

/// The built program, its server in one process and its screen in another.
@Suite struct QuotesProcessTests {
  private let program: Program

  init() throws {
    program = try Program("quotes")
  }

  @Test func showsWhatItsServerServes() throws {
    let server = try QuotesServer(program)
    let shown = try program.run("show", "--url", server.address)
    #expect(shown == .init(status: 0, output: newton, errors: ""))
    let random = server.address.replacing("quotes.json", with: "random.json")
    let one = try program.run("show", "--url", random, "--json", input: "refresh\n")
    #expect(one.status == 0)
    #expect(one.output.split(separator: "\n").count == 2)
    #expect(one.output.contains("{\"actions\":[\"refresh\",\"disconnect\"],\"count\":1,"))
    let nothing = try program.run("show", "--url", server.address + "x", "--retries", "0")
    #expect(nothing.status == 69)
    #expect(nothing.errors == "quotes: \(server.address)x answered with HTTP status 404.\n")
    #expect(server.stop() == 0)
  }

  @Test func keepsQuotesForWhenTheServerHasGone() throws {
    let server = try QuotesServer(program)
    let file = program.file("kept/quotes.json")
    let arguments = ["show", "--url", server.address, "--cache", file, "--retries", "0"]
    #expect(try program.run(arguments) == .init(status: 0, output: newton, errors: ""))
    server.stop()
    #expect(try program.run(arguments) == .init(status: 0, output: newton, errors: ""))
    let refreshed = try program.run(arguments, input: "refresh\n")
    #expect(refreshed.status == 69)
    #expect(refreshed.output == "\(newton)\n\(newton)")
    #expect(refreshed.errors.hasPrefix("quotes: \(server.address) cannot be reached: "))
    #expect(try program.run(arguments + ["--expire-after", "0"]).status == 69)
    let without = try program.run("show", "--url", server.address, "--retries", "0")
    #expect(without.status == 69)
    #expect(without.output.isEmpty)
  }

  @Test func aDamagedFileIsKeptBesideTheNewOne() throws {
    let file = program.file("quotes.json")
    let damaged = #"{"format":"quotes","version":1,"#
    try Data(damaged.utf8).write(to: URL(fileURLWithPath: file))
    let shown = try program.run("show", "--serve", "--cache", file)
    #expect(shown.status == 0)
    #expect(shown.output == newton)
    let words = "quotes: What is kept in \(file) cannot be read (the text ends too early, "
    #expect(shown.errors.hasPrefix(words))
    #expect(try String(contentsOfFile: file + ".damaged", encoding: .utf8) == damaged)
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Isaac Newton"))
  }

  @Test func aFileOfAnotherKindIsRefused() throws {
    let file = program.file("notes.txt")
    try Data("precious".utf8).write(to: URL(fileURLWithPath: file))
    let shown = try program.run("show", "--serve", "--cache", file)
    #expect(shown.status == 65)
    #expect(shown.errors.hasPrefix("quotes: \(file) is no file of kept quotes."))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
  }

  @Test func whatCannotBeKeptIsToldOnce() throws {
    let blocking = program.file("file")
    try Data().write(to: URL(fileURLWithPath: blocking))
    let shown = try program.run("show", "--serve", "--cache", "\(blocking)/quotes.json")
    #expect(shown.status == 74)
    #expect(shown.output == newton)
    #expect(shown.errors.split(separator: "\n").count == 1)
    #expect(shown.errors.hasPrefix("quotes: A change of a kept value was not kept. \(blocking)/"))
  }

  @Test func aServerThatFailsIsTriedAgain() throws {
    let server = try QuotesServer(program, "--fail", "2", "--fault", "cut")
    let shown = try program.run("show", "--url", server.address, "--retry-after", "0")
    #expect(shown == .init(status: 0, output: newton, errors: ""))
    let failing = try QuotesServer(program, "--fail", "9", "--fault", "close")
    let failed = try program.run("show", "--url", failing.address, "--retries", "0")
    #expect(failed.status == 76)
    #expect(
      failed.errors == "quotes: \(failing.address) closed the connection without an answer.\n"
    )
    let taken = try program.run("serve", "--port", failing.port)
    #expect(taken.status == 69)
    #expect(taken.errors.hasSuffix("Address already in use.\n"))
  }

  @Test func aClosedOrFullOutputEndsIt() throws {
    for (output, status) in [(.closedPipe, 141), (.fullDevice, 74), (.closed, 74)]
      as [(SpawnedProcess.Stream, Int32)]
    {
      for arguments in [["show", "--serve"], ["serve"], ["demo"]] {
        let process = try program.start(arguments, output: output, errors: .nowhere)
        #expect(process.wait() == status, "\(arguments)")
      }
    }
  }

  @Test func aPersonPressesButtons() throws {
    let terminal = try TerminalSession(program, ["show", "--serve"])
    try terminal.wait(for: "1 of 11")
    try terminal.wait(for: "> ")
    terminal.type("next\r")
    try terminal.wait(for: "2 of 11")
    terminal.type("retry\r")
    try terminal.wait(for: "\"retry\" cannot be done now. What can: next, refresh, disconnect.")
    terminal.type("disconnect\r")
    try terminal.wait(for: "[connect]")
    terminal.type("quit\r")
    #expect(terminal.finish() == 65)
    #expect(!terminal.screen.rows.contains("Fetching quotes…"))
  }

  @Test func theDemoIsWorthSeeing() throws {
    let finished = try program.run("demo")
    #expect(finished.status == 0)
    #expect(finished.errors == "")
    #expect(finished.output.contains("[retry] [disconnect]"))
    #expect(finished.output.hasSuffix("1 of 11, kept\n[next] [refresh] [disconnect]\n"))
    let left = try FileManager.default.contentsOfDirectory(atPath: program.folder)
    #expect(!left.contains { $0.hasPrefix("quotes-demo") })
  }
}
