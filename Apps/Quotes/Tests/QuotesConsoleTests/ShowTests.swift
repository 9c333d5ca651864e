import Foundation
import LoopbackHTTP
import ProgramConsole
import ProgramConsoleTesting
import ProgramStreams
import QuotesConsole
import QuotesServer
import StrataConcurrency
import Testing

private let newton = """
  “If I have seen further it is by standing on the shoulders of giants.”
      — Isaac Newton, letter to Robert Hooke, 1675

  """
private let babbage = """
  “On two occasions I have been asked, ‘Pray, Mr. Babbage, if you put into
  the machine wrong figures, will the right answers come out?’”
      — Charles Babbage, Passages from the Life of a Philosopher, 1864

  """

/// The program in this process, with servers of this machine.
@Suite struct ShowTests {
  /// Arguments that make it try at once, and never again by itself.
  private func show(_ url: URL, _ more: String...) -> [String] {
    ["show", "--url", url.absoluteString, "--retries", "0"] + more
  }

  private func quotes(_ server: LoopbackServer) -> URL {
    server.address.appending(path: "quotes.json")
  }

  @Test func showsAQuoteAndDoesWhatTheLinesSay() async {
    let program = TestProgram("next # one on\n\n# a remark\nrefresh\nshow\nquit\nnext")
    #expect(
      await program.run("show", "--serve")
        == TestProgram.Outcome(
          status: 0,
          output: "\(newton)\n\(babbage)\n\(babbage)\n\(babbage)",
          errors: ""
        )
    )
  }

  @Test func aServiceThatFailsIsTriedAgainByItselfAndByHand() async {
    let byItself = await TestProgram().run(
      "show",
      "--serve",
      "--fail",
      "2",
      "--retry-after",
      "0"
    )
    #expect(byItself == TestProgram.Outcome(status: 0, output: newton, errors: ""))
    let byHand = await TestProgram("retry").run(
      "show",
      "--serve",
      "--fail",
      "3",
      "--retry-after",
      "0"
    )
    #expect(byHand.status == 0)
    #expect(byHand.output == newton)
    #expect(
      byHand.errors.hasSuffix(
        "/quotes.json answered with HTTP status 503. "
          + "That was attempt 3.\n"
      )
    )
  }

  @Test func theExitCodeIsThatOfTheLastScreen() async {
    for (fault, status) in [("404", 69), ("cut", 76), ("close", 76), ("nonsense", 76)] {
      let outcome = await TestProgram().run(
        "show",
        "--serve",
        "--fail",
        "9",
        "--fault",
        fault,
        "--retries",
        "0",
        "--once"
      )
      #expect(outcome.status == Int32(status), "\(fault)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.hasPrefix("quotes: "))
    }
  }

  @Test func whatIsKeptIsShownWhenNobodyAnswers() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "kept.json").path
    try await LoopbackServer.run(QuotesSite().answer) { server in
      let outcome = await TestProgram().run(show(quotes(server), "--cache", file))
      #expect(outcome == TestProgram.Outcome(status: 0, output: newton, errors: ""))
    }
    try await LoopbackServer.refusing { address in
      let kept = await TestProgram("next").run(show(address, "--cache", file))
      #expect(
        kept == TestProgram.Outcome(status: 0, output: "\(newton)\n\(babbage)", errors: "")
      )
      let expired = await TestProgram("next").run(
        show(address, "--cache", file, "--expire-after", "0")
      )
      #expect(expired.status == 69)
      #expect(expired.output == "\(newton)\n\(babbage)")
      #expect(expired.errors.contains("cannot be reached"))
      let nothing = await TestProgram().run(show(address))
      #expect(nothing.status == 69)
      #expect(nothing.output.isEmpty)
    }
  }

  @Test(arguments: ["0", "0.001", "0.01"]) func aValueThatExpiresAtOnceIsShown(age: String) async {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "kept.json").path
    for _ in 0..<2 {
      let outcome = await TestProgram().run(
        "show",
        "--serve",
        "--once",
        "--cache",
        file,
        "--expire-after",
        age
      )
      #expect(outcome == TestProgram.Outcome(status: 0, output: newton, errors: ""))
    }
  }

  @Test func whatCannotBeAFileOfQuotesIsLeftAsItIs() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (pipe, newer) = (folder.appending(path: "pipe").path, folder.appending(path: "newer").path)
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let text = #"{"format":"quotes","version":2,"quotes":[]}"#
    try Data(text.utf8).write(to: URL(filePath: newer))
    for (path, words) in [
      (pipe, "no regular file"), ("/dev/zero", "no regular file"), (newer, "a newer version"),
    ] {
      let outcome = await TestProgram().run("show", "--serve", "--once", "--cache", path)
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains(words))
    }
    #expect(try String(contentsOfFile: newer, encoding: .utf8) == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }

  @Test func aLinkToTheFileStaysALink() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (link, file) = (folder.appending(path: "link").path, folder.appending(path: "file").path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(await TestProgram().run("show", "--serve", "--once", "--cache", link).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func aFileOfTheFutureIsAsOldAsIfItWereFromNow() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "kept.json").path
    let show = ["show", "--serve", "--once", "--cache", file, "--expire-after", "3600"]
    #expect(await TestProgram().run(show).status == 0)
    let future = Date(timeIntervalSince1970: 4_102_444_800)
    try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: file)
    #expect(await TestProgram().run(show).status == 0)
    let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    #expect(try #require(date) < future)
  }

  @Test(arguments: [
    "", "{", "{\n  \"format\" : \"quotes\",\n  \"quo", "{\"form\u{1}t\":\"quotes\",\"version\":1}",
    "{\"format\":\"quotes\",\"a\":" + String(repeating: "[", count: 90_000),
    "{\"quotes\":[],\"version\":1,\"format\":\"quotes\"}",
  ])
  func aDamagedFileIsToldAndMovedAside(content: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "kept.json").path
    try Data(content.utf8).write(to: URL(fileURLWithPath: file))
    let outcome = await TestProgram().run("show", "--serve", "--cache", file)
    #expect(outcome.status == 0)
    #expect(outcome.output == newton)
    #expect(outcome.errors.hasPrefix("quotes: What is kept in \(file) cannot be read ("))
    let end = "). When quotes take its place, it is moved to \(file).damaged.\n"
    #expect(outcome.errors.hasSuffix(end), "\(outcome.errors)")
    let aside = try String(contentsOfFile: file + ".damaged", encoding: .utf8)
    #expect(aside == content)
    #expect(await TestProgram().run("show", "--serve", "--cache", file).errors.isEmpty)
  }

  @Test func aDamagedFileIsMovedToThePathThatIsTold() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "kept.json").path
    try Data("{".utf8).write(to: URL(fileURLWithPath: file))
    try Data("older".utf8).write(to: URL(fileURLWithPath: file + ".damaged"))
    let outcome = await TestProgram().run("show", "--serve", "--cache", file)
    #expect(outcome.errors.hasSuffix(" it is moved to \(file).damaged-2.\n"))
    #expect(try String(contentsOfFile: file + ".damaged", encoding: .utf8) == "older")
    #expect(try String(contentsOfFile: file + ".damaged-2", encoding: .utf8) == "{")
  }

  @Test(arguments: [
    "precious", "{}", "[{\"quote\":\"One.\",\"author\":\"Ada\"}]",
    "{\"format\":\"others\",\"version\":1}",
    "{\"formation\":[1,2,3]}", " \n{\"format\":3}", String(repeating: "\0", count: 100),
  ])
  func aFileOfAnotherKindIsRefusedAndLeftAsItIs(content: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "mine.txt").path
    try Data(content.utf8).write(to: URL(fileURLWithPath: file))
    let outcome = await TestProgram().run("show", "--serve", "--once", "--cache", file)
    #expect(outcome.status == 65)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == """
        quotes: \(file) is no file of kept quotes. It was left as it is. \
        Name another file after --cache, or move this one away.

        """
    )
    #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test func noMessageShowsTheUserOfAnAddress() async throws {
    try await LoopbackServer.refusing { address in
      let port = try #require(address.port)
      let refused = await TestProgram().run(
        "show",
        "--url",
        "http://ada:secret@127.0.0.1:\(port)/q",
        "--retries",
        "0"
      )
      #expect(refused.status == 69)
      #expect(refused.errors.hasPrefix("quotes: http://127.0.0.1:\(port)/q cannot be reached: "))
    }
    for answer in [Answer.json("{}", status: 503), .json("<html>"), .json("7"), .close] {
      try await LoopbackServer.run { _, _ in
        answer
      } _: { server in
        let port = try #require(server.address.port)
        let address = "http://ada:secret@127.0.0.1:\(port)/q"
        let outcome = await TestProgram().run("show", "--url", address, "--retries", "0")
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("http://127.0.0.1:\(port)/q "))
        #expect(!outcome.errors.contains("ada") && !outcome.errors.contains("secret"))
      }
    }
    let wrong = await TestProgram().run("show", "--url", "http://ada:secret@host:99999/")
    #expect(wrong.status == 64)
    #expect(!wrong.errors.contains("secret"), "\(wrong.errors)")
  }

  @Test func aFileThatCannotBeWrittenIsToldWithoutNumbersOfFoundation() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let blocking = folder.appending(path: "file").path
    try Data().write(to: URL(fileURLWithPath: blocking))
    let below = await TestProgram().run("show", "--serve", "--cache", "\(blocking)/quotes.json")
    #expect(below.status == 74)
    #expect(below.output == newton)
    #expect(
      below.errors == """
        quotes: A change of a kept value was not kept. \(blocking)/quotes.json cannot be written: \
        a part of its path is a file where a folder is needed. \
        Use a path whose folders exist or can be made.

        """
    )
    let itself = await TestProgram().run("show", "--serve", "--cache", folder.path)
    #expect(itself.status == 74)
    #expect(
      itself.errors == """
        quotes: \(folder.path) cannot be read: it is a folder. Use the path of a file.
        quotes: A change of a kept value was not kept. \(folder.path) cannot be written: \
        it is a folder. Use the path of a file.

        """
    )
  }

  @Test func onlyWhatIsOfferedCanBeDone() async {
    let outcome = await TestProgram("retry\nnext").run("show", "--serve")
    #expect(outcome.status == 65)
    #expect(outcome.output == newton)
    #expect(
      outcome.errors
        == "quotes: line 1: \"retry\" cannot be done now. What can: next, refresh, disconnect.\n"
    )
    let going = await TestProgram("disconnect\nnext\nconnect\nhelp").run(
      "show",
      "--serve",
      "--keep-going"
    )
    #expect(going.status == 65)
    #expect(
      going.output == "\(newton)\nDisconnected.\n\n\(newton)"
        + "Now: next, refresh, disconnect, show, help, quit\n"
    )
    #expect(
      going.errors == "quotes: line 2: \"next\" cannot be done now. What can: connect.\n"
    )
  }

  @Test func asJSONEachScreenIsOneLine() async throws {
    try await LoopbackServer.run { _, _ in
      .json(#"{"quote":"One.","author":"Ada"}"#)
    } _: { server in
      let outcome = await TestProgram("disconnect\nnext").run(show(server.address, "--json"))
      #expect(outcome.status == 65)
      #expect(
        outcome.output == """
          {"actions":["refresh","disconnect"],"count":1,"isKept":false,"number":1,\
          "quote":{"author":"Ada","quote":"One."},"state":"showing"}
          {"actions":["connect"],"state":"disconnected"}

          """
      )
      #expect(
        outcome.errors == """
          {"error":{"exitCode":65,"kind":"script","line":2,\
          "message":"\\"next\\" cannot be done now. What can: connect."}}

          """
      )
    }
  }

  @Test func quotesCannotControlTheTerminal() async throws {
    try await LoopbackServer.run { _, _ in
      .json(#"{"quote":"a\u001b[2Jb\u202ec\nd","author":"\u0007"}"#)
    } _: { server in
      let outcome = await TestProgram().run(show(server.address))
      #expect(outcome.output == "“a\u{FFFD}[2Jb\u{FFFD}c d”\n    — \u{FFFD}\n")
    }
  }

  @Test func aPersonSeesEachScreenWithItsButtons() async {
    var program = TestProgram("next\nretry\nhelp")
    program.isInteractive = true
    let outcome = await program.run("show", "--serve")
    #expect(outcome.status == 65)
    #expect(outcome.output.contains("1 of 11\u{1B}[K\n\r[next] [refresh] [disconnect]\u{1B}[K\n> "))
    #expect(outcome.output.contains("2 of 11\u{1B}[K\n"))
    #expect(outcome.output.hasSuffix("> Now: next, refresh, disconnect, show, help, quit\n> \n"))
    #expect(
      outcome.errors
        == "quotes: \"retry\" cannot be done now. What can: next, refresh, disconnect.\n"
    )
  }

  /// The terminal would break it, and the next screen be drawn over a part of this one.
  @Test(arguments: [13, 20, 29, 40]) func noLineIsWiderThanTheTerminal(columns: Int) async {
    var program = TestProgram("next\nrefresh\ndisconnect\nconnect")
    program.isInteractive = true
    program.columns = columns
    let outcome = await program.run("show", "--serve")
    #expect(outcome.status == 0)
    // The end of a typed line is the terminal's own.
    let lines = outcome.output.replacing("> ", with: "\n")
      .replacing(#/\u{1B}\[[0-9]*[A-Z]|\r/#, with: "").split(separator: "\n")
    #expect(lines.contains { $0.contains("[disconnect]") })
    for line in lines { #expect(line.count <= columns, "\(line)") }
  }

  @Test(arguments: [false, true])
  func anInputThatCannotBeReadIsNotItsEnd(isInteractive: Bool) async {
    var program = TestProgram("next")
    program.isInteractive = isInteractive
    program.inputFails = .refused("Is a directory")
    let outcome = await program.run("show", "--serve")
    let place = isInteractive ? "" : "line 2: "
    #expect(outcome.status == 74)
    #expect(
      outcome.errors == "quotes: \(place)Reading standard input failed: Is a directory.\n"
    )
    program.inputFails = .hungUp
    #expect(await program.run("show", "--serve").status == 129)
  }

  @Test func anOutputThatIsGoneOrFullEndsTheProgram() async {
    var program = TestProgram("next\nnext")
    program.outputFails = (after: 1, .closed)
    #expect(
      await program.run("show", "--serve")
        == TestProgram.Outcome(status: 141, output: newton, errors: "")
    )
    program.isInteractive = true
    #expect(await program.run("show", "--serve").status == 141)
    program.outputFails = (after: 0, .refused("No space left on device"))
    for arguments in [["show", "--serve", "--json"], ["serve"], ["demo"], ["--help"]] {
      let full = await program.run(arguments)
      #expect(full.status == 74)
      let words = "Writing to standard output failed: No space left on device."
      let json = "{\"error\":{\"exitCode\":74,\"kind\":\"output\",\"message\":\"\(words)\"}}\n"
      #expect(full.errors == (arguments.contains("--json") ? json : "quotes: \(words)\n"))
    }
  }
}
