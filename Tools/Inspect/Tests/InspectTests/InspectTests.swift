import ArgumentParser
import Foundation
import InspectCommands
import InspectPage
import ProgramConsole
import ProgramConsoleTesting
import ProgramStreams
import StrataDependencies
import StrataInspector
import Testing

private let recording = """
  {"type":"header","format":"strata-recording","v":1,"program":"</script><b>p","pid":1,"id":"a","session":1,"started":"2026-11-23T23:05:00.000Z"}
  {"type":"tree","t":0,"tree":1,"root":"1","name":"App","at":"App/Main.swift:9"}
  {"type":"state","t":10,"tree":1,"commit":0,"value":{"1":{"$kind":"App","title":"</script><script>alert(1)</script>"}}}
  {"type":"cause","id":1,"kind":"task","name":"load","at":"App/App.swift:30"}
  {"type":"task","t":950,"tree":1,"node":"1","task":7,"phase":"began","name":"load","at":"App/App.swift:30"}
  {"type":"write","t":1000,"tree":1,"commit":1,"node":"1","name":"title","patch":[{"op":"replace","path":"/1/title","value":"b"}],"cause":1}
  {"type":"write","t":1500,"tree":1,"commit":2,"node":"1","name":"secret","patch":[],"private":true}
  {"type":"mark","t":1600,"text":"clicked `Save`","at":"App/Main.swift:12"}
  {"type":"task","t":3000,"tree":1,"node":"1","task":7,"phase":"ended","ns":2050}
  {"type":"end","t":5010,"records":9,"dropped":0,"private":1}

  """

/// A page, made of pieces of some size.
private func page(of bytes: some Sequence<UInt8>, title: String = "t", pieces: Int = 7) -> [UInt8] {
  var page = RecordingPage(title: title)
  let bytes = Array(bytes)
  var html = page.beginning
  for start in stride(from: 0, to: bytes.count, by: pieces) {
    html += page.add(bytes[start..<min(start + pieces, bytes.count)])
  }
  return html + page.finish() + page.end
}

private func trace(of contents: RecordingContents) -> String {
  var trace = TraceFile()
  return TraceFile.beginning + contents.records.map { trace.text(of: $0) }.joined() + TraceFile.end
}

private func summary(of contents: RecordingContents) -> String {
  var summary = RecordingSummary()
  for record in contents.records { summary.add(record) }
  return summary.markdown(
    problemCount: contents.problemCount,
    isTruncated: contents.isTruncated
  )
}

@Suite struct PageTests {
  @Test func noTextOfTheRecordingIsReadAsMarkup() {
    let page = String(
      decoding: page(of: recording.utf8, title: "@DATA@ <b>&\""),
      as: UTF8.self
    )
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(!page.contains("<b>"))
    #expect(page.contains("<title>@DATA@ &lt;b&gt;&amp;&quot;</title>"))
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("@NONCE@") && !page.contains("@STYLE@") && !page.contains("@SCRIPT@"))
  }

  @Test func theRecordingStandsInThePageAsItIs() throws {
    let text = recording + "\u{1}\u{7F}\\ \u{2028} é no JSON"
    let page = String(decoding: page(of: text.utf8), as: UTF8.self)
    let begin = try #require(page.range(of: "type=\"application/json\""))
    let start = try #require(page.range(of: ">", range: begin.upperBound..<page.endIndex))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let data = Data(page[start.upperBound..<end.lowerBound].utf8)
    #expect(try JSONDecoder().decode(String.self, from: data) == text)
  }

  @Test("Of 100 spoiled recordings none puts a tag into the page")
  func spoiledRecordings() {
    let tags = [
      "</script>", "<script>", "<!--", "\\u003c/script>", "<img src=x onerror=a()>", "]]>",
      "\u{2028}", "&lt;",
    ]
    let source = Array(recording.utf8)
    let expected = markup(page(of: source))
    var state: UInt64 = 11
    for _ in 0..<100 {
      var bytes = source
      for tag in tags {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.insert(contentsOf: tag.utf8, at: Int(state >> 33) % bytes.count)
        bytes[Int(state >> 40) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
      }
      #expect(markup(page(of: bytes)) == expected)
    }
  }

  /// How many tags may begin in a page.
  private func markup(_ page: [UInt8]) -> Int { page.count { $0 == UInt8(ascii: "<") } }

  @Test("A recording has one text, in whatever pieces it comes", arguments: [1, 2, 3, 4, 5, 1_000])
  func pieces(size: Int) throws {
    let parts: [[UInt8]] = [
      Array("é€👩‍🚀".utf8), [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x91], [0x80, 0x80, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xC3], Array("a\n".utf8), [0xED, 0xA0, 0x80], [0xE2],
    ]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let bytes = (0..<8).flatMap { _ in parts.randomElement(using: &random) ?? [] }
      let text = String(decoding: page(of: bytes, pieces: size), as: UTF8.self)
      let begin = try #require(text.range(of: "type=\"application/json\""))
      let start = try #require(text.range(of: ">", range: begin.upperBound..<text.endIndex))
      let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
      let data = Data(text[start.upperBound..<end.lowerBound].utf8)
      let whole = String(decoding: bytes, as: UTF8.self)
      #expect(try JSONDecoder().decode(String.self, from: data) == whole)
    }
  }

  @Test func bytesThatAreNoTextMakeAPage() {
    #expect(page(of: [0xFF, 0xFE, 0x00, 0x3C]).count > 1_000)
  }

  /// The page's own reading of recordings, under node, where there is one.
  @Test(.enabled(if: PageTests.node != nil, "there is no node on the PATH"))
  func thePageReadsRecordings() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Page/recording.test.js")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.node))
    process.arguments = ["--test", "--test-reporter=tap", tests.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("# fail 0"))
  }

  /// Each member of each record is left out, and replaced by values of other kinds.
  @Test(.enabled(if: PageTests.node != nil, "there is no node on the PATH"))
  func thePageAndTheReaderAgreeWhichLinesAreRecords() throws {
    let header = String(recording.split(separator: "\n")[0])
    let lines = try spoiledLines()
    let expected = lines.map { line in
      let entries = RecordingContents("\(header)\n\(line)\n".utf8)
      return entries.problemCount == 0
    }
    #expect(expected.contains(true) && expected.contains(false))
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/InspectPage/Page/recording.js").path
    let file = NSTemporaryDirectory() + "lines-\(UUID().uuidString)"
    try JSONEncoder().encode(lines).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let script = """
      const { readLines } = require(process.argv[1]);
      const lines = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
      console.log(JSON.stringify(lines.map((line) => readLines(line).unreadable === 0)));
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.node))
    process.arguments = ["-e", script, page, file]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let read = try JSONDecoder().decode([Bool].self, from: answer)
    #expect(read.count == lines.count)
    for (line, (page, reader)) in zip(lines, zip(read, expected)) {
      #expect(page == reader, "\(line)")
    }
  }

  private func spoiledLines() throws -> [String] {
    let more = [
      #"{"type":"node","t":1,"tree":1,"node":"1","phase":"removed","kind":"App","commit":1,"id":"a","patch":[{"op":"remove","path":"/1"}],"cause":1}"#,
      #"{"type":"round","t":1,"tree":1,"commit":1,"round":1,"writes":1,"notified":0,"removed":0,"waiting":0,"ns":1,"transaction":true,"cause":1,"observers":[{"kind":"a","at":"b","count":1}]}"#,
      #"{"type":"action","t":1,"tree":1,"node":"1","name":"a","value":1,"origin":"o","cause":1}"#,
      #"{"type":"event","t":1,"tree":1,"node":"1","name":"e","value":1,"audience":"a","at":"A:1","cause":1,"receivers":[{"node":"1"}]}"#,
      #"{"type":"derived","t":1,"tree":1,"node":"1","at":"A:1","ns":1,"changed":true,"cause":1,"why":[{"node":"1","name":"n"}]}"#,
      #"{"type":"report","t":1,"message":"m","at":"A:1","cause":1}"#,
      #"{"type":"dropped","t":1,"count":1,"bytes":1,"by":"page"}"#,
      #"{"type":"travel","t":1,"tree":1,"commit":1}"#, #"{"type":"rejected","t":1,"message":"m"}"#,
      #"{"type":"treeEnd","t":1,"tree":1}"#, #"{"type":"later","t":1}"#,
    ]
    let values = [
      "-1", "0", "1.5", "true", "null", "\"x\"", "[]", "{}", "[7]", "[{}]",
      #"[{"node":"1","name":"n","kind":"k","at":"a","count":-1}]"#, #"{"records":-1}"#,
      #"[{"op":"add","path":"/1"}]"#, #"[{"op":"replace","path":"1","value":1}]"#,
    ]
    var lines = recording.split(separator: "\n").map(String.init) + more
    for line in lines {
      let members = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      )
      // Others of these end the reading.
      for name in members.keys.sorted() where !["type", "format", "v"].contains(name) {
        var rest = members
        rest[name] = nil
        lines.append(
          String(decoding: try JSONSerialization.data(withJSONObject: rest), as: UTF8.self)
        )
        for value in values {
          let json = try JSONSerialization.jsonObject(
            with: Data(value.utf8),
            options: .fragmentsAllowed
          )
          rest[name] = json
          lines.append(
            String(decoding: try JSONSerialization.data(withJSONObject: rest), as: UTF8.self)
          )
        }
      }
    }
    return lines
  }

  private static let node = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { "\($0)/node" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}

@Suite struct ConversionTests {
  private let contents = RecordingContents(recording.utf8)

  @Test func aTraceHasATrackForEachTaskAndAnArrowToWhatItWrote() throws {
    let text = trace(of: contents)
    let trace = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    )
    let events = try #require(trace["traceEvents"] as? [[String: Any]])
    let phases = events.compactMap { $0["ph"] as? String }.sorted()
    #expect(phases == ["B", "E", "M", "M", "f", "i", "i", "i", "s"])
    let write = try #require(events.first { ($0["name"] as? String) == "title #1" })
    #expect(write["ts"] as? Double == 1 && write["tid"] as? Int == 7)
    #expect(text.contains("(private)"))
  }

  @Test("A trace has what the format asks for: slices that end, arrows with two ends, one process")
  func structure() throws {
    var lines = recording.split(separator: "\n").dropLast().map(String.init)
    for number in 1...50 {
      let task = #""tree":1,"node":"1","task":\#(100 + number)"#
      let at = #""name":"t\#(number)","at":"A:\#(number)""#
      lines.append(#"{"type":"cause","id":\#(10 + number),"kind":"task",\#(at)}"#)
      lines.append(#"{"type":"task","t":\#(number)000,\#(task),"phase":"began",\#(at)}"#)
      lines.append(
        #"{"type":"write","t":\#(number)100,"tree":1,"commit":\#(9 + number),"node":"1","name":"n","patch":[],"cause":\#(10 + number)}"#
      )
      guard number % 5 != 0 else { continue }
      lines.append(#"{"type":"task","t":\#(number)200,\#(task),"phase":"ended","ns":200}"#)
    }
    let read = RecordingContents(lines.joined(separator: "\n").utf8)
    let text = trace(of: read)
    let trace = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let events = try #require(trace?["traceEvents"] as? [[String: Any]])
    func of(_ phase: String) -> [[String: Any]] { events.filter { $0["ph"] as? String == phase } }
    #expect(of("B").count == 51 && of("E").count == 41)
    // 52 writes and a mark; an arrow to each write that a task caused.
    #expect(of("i").count == 53 && of("s").count == 51)
    #expect(of("s").compactMap { $0["id"] as? Int } == of("f").compactMap { $0["id"] as? Int })
    #expect(Set(of("s").compactMap { $0["id"] as? Int }).count == 51)
    for (start, end) in zip(of("s"), of("f")) {
      #expect(start["tid"] as? Int == end["tid"] as? Int)
      #expect((start["ts"] as? Double ?? 9) <= (end["ts"] as? Double ?? 0))
    }
    for (begin, end) in of("B").compactMap({ begin in
      of("E").first { $0["tid"] as? Int == begin["tid"] as? Int }.map { (begin, $0) }
    }) {
      #expect((begin["ts"] as? Double ?? 9) <= (end["ts"] as? Double ?? 0))
    }
    #expect(events.allSatisfy { $0["pid"] as? Int == 1 && $0["name"] is String })
  }

  @Test func aSummaryCountsAndQuotes() {
    let text = summary(of: contents)
    #expect(text.contains("- 2 writes in 2 commits, 1 tree"))
    #expect(text.contains("- `clicked ?Save?` at `App/Main.swift:12`"))
    #expect(text.contains("- 1 write: `App/App.swift:30`"))
    #expect(text.contains("1 write of private properties"))
  }

  @Test func aSummaryOfAnyCountsAndControlsIsText() {
    let gap = #"{"type":"dropped","t":1,"count":9223372036854775807,"bytes":1,"by":"memory"}"#
    let mark = #"{"type":"mark","t":1,"text":"a\u009bb\u001bc\u202e","at":"A.swift:1"}"#
    let header = recording.split(separator: "\n")[0]
    let lines = [String(header), gap, gap, mark].joined(separator: "\n")
    let text = summary(of: RecordingContents(lines.utf8))
    #expect(text.contains("- `a?b?c?` at `A.swift:1`"))
    #expect(text.contains("\(Int.max)"))
  }

  @Test(
    "A trace and a summary have no character that controls a terminal, whatever a recording has"
  )
  func controls() throws {
    let raw = "a\u{9B}2J\u{85}\u{202E}\u{7F}é👩‍👧"
    let lines = [
      String(recording.split(separator: "\n")[0]),
      #"{"type":"mark","t":1,"text":"\#(raw)","at":"\#(raw)"}"#,
      #"{"type":"report","t":1,"message":"\#(raw)","at":"\#(raw)"}"#,
      #"{"type":"task","t":2,"tree":1,"node":"1","task":7,"phase":"began","name":"\#(raw)","at":"\#(raw)"}"#,
      #"{"type":"write","t":3,"tree":1,"commit":1,"node":"\#(raw)","name":"\#(raw)","patch":[{"op":"add","path":"/\#(raw)","value":{"\#(raw)":"\#(raw)"}}]}"#,
    ]
    let contents = RecordingContents(lines.joined(separator: "\n").utf8)
    #expect(contents.problems.isEmpty)
    for text in [trace(of: contents), summary(of: contents)] {
      let controls = text.unicodeScalars.filter { scalar in
        (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
          || (0x202A...0x202E).contains(scalar.value)
      }
      #expect(controls.isEmpty)
    }
    let trace = try JSONSerialization.jsonObject(with: Data(trace(of: contents).utf8))
    let events = try #require((trace as? [String: Any])?["traceEvents"] as? [[String: Any]])
    #expect(events.contains { $0["name"] as? String == raw })
  }

  @Test func aChainOfAllCausesIsFollowedForABoundedLength() {
    var lines = [String(recording.split(separator: "\n")[0])]
    for id in 1...20_000 {
      let parent = id == 1 ? "" : #","parent":\#(id - 1)"#
      lines.append(#"{"type":"cause","id":\#(id),"kind":"call","at":"A.swift:1"\#(parent)}"#)
    }
    for _ in 0..<2_000 {
      lines.append(
        #"{"type":"write","t":1,"tree":1,"commit":1,"node":"1","name":"n","patch":[],"cause":20000}"#
      )
    }
    // Without a bound this takes 40,000,000 steps.
    let contents = RecordingContents(lines.joined(separator: "\n").utf8)
    #expect(trace(of: contents).count > 2_000)
  }
}

@Suite struct CommandTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "inspect-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try recording.write(toFile: folder + "/r.jsonl", atomically: true, encoding: .utf8)
  }

  private func run(_ arguments: String...) async -> (status: Int32, output: String, errors: String)
  {
    await run(arguments)
  }

  private func run(
    _ arguments: [String],
    outputFails: OutputFailure? = nil,
    signals: [Int32] = []
  ) async -> (status: Int32, output: String, errors: String) {
    let collected = CollectedConsole(outputFails: outputFails.map { (0, $0) })
    let status = await withDependencies {
      $0.console = collected.console
      $0.console.signals = { _ in
        AsyncStream { for signal in signals { $0.yield(signal) } }
      }
    } operation: {
      await ConsoleProgram("strata-inspect", root: InspectCommand.self).run(arguments)
    }
    let outcome = collected.outcome(status)
    return (outcome.status, outcome.output, outcome.errors)
  }

  /// A line that the parser breaks says its second half on a line of its own.
  @Test func noLineOfTheHelpIsBroken() async {
    let help = await run("--help").output
    for line in InspectCommand.configuration.discussion.split(separator: "\n")
    where line.hasPrefix("  ") {
      #expect(help.contains("\n\(line)\n"), "\(line)")
    }
  }

  /// Some that come before they are taken over would be lost, and the server would go on.
  @Test func aStopThatComesAtOnceEndsTheServer() async {
    let socket = folder + "/own/socket"
    let result = await run(["serve", "--programs", socket], signals: [SIGTERM])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("http://127.0.0.1:"))
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test func aServerWhoseAddressCannotBeShownLeavesNoSocket() async {
    let socket = folder + "/own/socket"
    #expect(await run(["serve", "--programs", socket], outputFails: .closed).status == 141)
    #expect(!FileManager.default.fileExists(atPath: socket))
  }

  @Test func openWritesAPageBesideTheRecording() async throws {
    let result = await run("open", folder + "/r.jsonl")
    #expect(result == (0, folder + "/r.jsonl.html\n", ""))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder + "/r.jsonl.html")).count
        > recording.utf8.count
    )
  }

  @Test func thePrintedPathHasNoControlCharacters() async throws {
    let name = folder + "/a\u{7F}\u{1B}[31m.jsonl"
    try recording.write(toFile: name, atomically: true, encoding: .utf8)
    let result = await run("open", name)
    #expect(result.status == 0)
    #expect(
      result.output.unicodeScalars.filter { $0.properties.generalCategory == .control } == ["\n"]
    )
    #expect(FileManager.default.fileExists(atPath: name + ".html"))
  }

  @Test func theStatesOfOneStoreHaveAPage() async throws {
    let states = """
      {"type":"opened","format":"strata-states","store":"Board"}
      {"type":"state","number":0,"time":0,"state":{"title":"a"}}
      {"type":"change","number":1,"time":1,"patch":[{"op":"replace","path":"/title","value":"b"}]}

      """
    try states.write(toFile: folder + "/s.jsonl", atomically: true, encoding: .utf8)
    #expect(await run("open", folder + "/s.jsonl").status == 0)
    let page = try String(contentsOfFile: folder + "/s.jsonl.html", encoding: .utf8)
    #expect(page.contains(#"\"path\":\"/1/state/title\""#))
    #expect(page.contains("<title>Recording of Board</title>"))
  }

  @Test func theRecordingItselfIsNeverReplaced() async throws {
    let result = await run("open", folder + "/r.jsonl", "--output", folder + "/./r.jsonl")
    #expect(result.status == 64)
    #expect(try String(contentsOfFile: folder + "/r.jsonl", encoding: .utf8) == recording)
  }

  @Test func aHardLinkToTheRecordingIsNotReplaced() async throws {
    try FileManager.default.linkItem(atPath: folder + "/r.jsonl", toPath: folder + "/r.jsonl.html")
    let result = await run("open", folder + "/r.jsonl")
    #expect(result.status == 64)
    #expect(try String(contentsOfFile: folder + "/r.jsonl.html", encoding: .utf8) == recording)
  }

  @Test(arguments: [["open"], ["convert", "--to", "markdown"], ["convert", "--to", "perfetto"]])
  func aLinkStaysOne(command: [String]) async throws {
    let (link, page) = (folder + "/link", folder + "/page")
    for exists in [false, true] {
      try? FileManager.default.removeItem(atPath: page)
      try? FileManager.default.removeItem(atPath: link)
      if exists { try "old".write(toFile: page, atomically: false, encoding: .utf8) }
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "page")
      #expect(await run(command + [folder + "/r.jsonl", "-o", link]).status == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "page")
      #expect(try Data(contentsOf: URL(fileURLWithPath: page)).count > 100)
    }
  }

  @Test func aRecordingIsNotRecordedOver() async throws {
    let (link, hard) = (folder + "/link", folder + "/hard")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "r.jsonl")
    try FileManager.default.linkItem(atPath: folder + "/r.jsonl", toPath: hard)
    for file in ["r.jsonl", "link", "hard"] {
      let result = await run("check", folder + "/r.jsonl", "--record", folder + "/" + file)
      #expect(result.status == 64)
      #expect(result.errors.contains("name another file after --record"))
      #expect(try String(contentsOfFile: folder + "/r.jsonl", encoding: .utf8) == recording)
    }
  }

  @Test func whatIsNoRecordingIsRefusedWithItsFirstProblem() async throws {
    try "name,length\n".write(toFile: folder + "/x.csv", atomically: true, encoding: .utf8)
    for command in [["open"], ["convert", "--to", "markdown"], ["check"]] {
      let result = await run(command + [folder + "/x.csv"])
      #expect(result.status == 76)
      #expect(result.errors.contains("is no recording (line 1:"))
    }
    #expect(await run("open", folder + "/none").status == 66)
    #expect(await run("open", folder).status == 74)
    #expect(await run("open", "/dev/zero").status == 74)
  }

  @Test func checkNamesEachLineThatIsNoRecord() async throws {
    #expect(await run("check", folder + "/r.jsonl").output == "10 records\n")
    try (recording + "{}\n[").write(toFile: folder + "/r.jsonl", atomically: true, encoding: .utf8)
    let result = await run("check", folder + "/r.jsonl")
    #expect(result.status == 76)
    #expect(
      result.output == "line 11: The line has no \"type\".\nthe last line is cut off\n10 records\n"
    )
  }

  @Test func checkCountsOneAsOne() async throws {
    let header = recording.split(separator: "\n")[0] + "\n"
    let unknown = #"{"type":"later","t":1}"# + "\n"
    let broken = String(repeating: "{}\n", count: 1_001)
    try (header + unknown + broken).write(
      toFile: folder + "/r.jsonl",
      atomically: true,
      encoding: .utf8
    )
    let output = await run("check", folder + "/r.jsonl").output
    let end = "\n1 more line is no record\n1 record of later versions\n1 record\n"
    #expect(output.hasSuffix(end), "\(output.suffix(200))")
  }

  @Test func eachCommandFailsForLinesThatAreNoRecordsAndWritesTheRest() async throws {
    let wrong = recording.replacing(#""t":1000"#, with: #""t":-1000"#)
      .replacing(#""t":1600"#, with: #""t":-1600"#)
    let file = folder + "/r.jsonl"
    try wrong.write(toFile: file, atomically: true, encoding: .utf8)
    let words = "strata-inspect: \(file) was not read completely: 2 lines are no records. "
    for command in [["open"], ["convert", "--to", "perfetto"], ["convert", "--to", "markdown"]] {
      let result = await run(command + [file, "-o", folder + "/out"])
      #expect(result.status == 76, "\(command)")
      #expect(result.errors == words + "`strata-inspect check` names them.\n")
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/out")).count > 100)
      try FileManager.default.removeItem(atPath: folder + "/out")
    }
    #expect(await run("check", file).status == 76)
    let printed = await run("convert", "--to", "perfetto", file)
    #expect(printed.status == 76)
    #expect(printed.output.hasSuffix(TraceFile.end + "\n"))
  }

  @Test func convertPrintsOrWrites() async throws {
    let printed = await run("convert", folder + "/r.jsonl", "--to", "markdown")
    #expect(printed.output.hasPrefix("# Recording of `</script><b>p`\n"))
    #expect(
      await run("convert", folder + "/r.jsonl", "--to", "perfetto", "-o", folder + "/t.json").output
        == ""
    )
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder + "/t.json")).first == UInt8(ascii: "{")
    )
    #expect(await run("convert", folder + "/r.jsonl", "--to", "pdf").status == 64)
  }
}
