import Foundation
import StandupsConsole
import Synchronization
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct PagerTests {
  /// As `main` of the program: a pager that is left early is no reason to end.
  init() { signal(SIGPIPE, SIG_IGN) }

  private let text = String(repeating: "a line é\n", count: 20_000)

  private func newPath() -> String { NSTemporaryDirectory() + "pager-\(UUID().uuidString)" }

  @Test func theProgramThatIsNamedShowsTheText() throws {
    let path = newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let pager = try #require(
      Pager.named(in: ["PAGER": "cat > '\(path)'", "PATH": "/usr/bin:/bin"])
    )
    #expect(pager.show(text))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  /// The terminal stops a process of another group when it asks for keys.
  @Test func thePagerIsInTheGroupOfTheProgramThatMayUseTheTerminal() throws {
    let path = newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let pager = try #require(
      Pager.named(in: [
        "PAGER": "cat >/dev/null; ps -o pgid= -p $$ > '\(path)'", "PATH": "/usr/bin:/bin",
      ])
    )
    #expect(pager.show(text))
    let group = try String(contentsOfFile: path, encoding: .utf8)
    #expect(group.trimmingCharacters(in: .whitespacesAndNewlines) == "\(getpgrp())")
  }

  @Test func aPagerThatIsLeftEarlyHasShownTheText() throws {
    let pager = try #require(Pager.named(in: ["PAGER": "true", "PATH": "/usr/bin:/bin"]))
    #expect(pager.show(text))
  }

  @Test func aProgramThatIsMissingShowsNothing() throws {
    let pager = try #require(
      Pager.named(in: ["PAGER": "no-such-program 2>/dev/null", "PATH": "/usr/bin:/bin"])
    )
    #expect(!pager.show(text))
  }

  @Test(arguments: [[:], ["PAGER": ""], ["PAGER": "cat"]])
  func noPagerIsTakenWhereNoneIsNamed(environment: [String: String]) {
    #expect(Pager.named(in: environment) == nil)
  }

  @Test(arguments: [(5, true, true), (40, true, false), (5, false, false)])
  func onlyLongTextsOfATerminalArePaged(rows: Int, isTerminal: Bool, isPaged: Bool) throws {
    let shown = Mutex<[String]>([])
    let output = CollectedOutput(isTerminal: isTerminal, rows: rows)
    var console = Console(
      output: output,
      errors: CollectedOutput(),
      input: PreparedInput(),
      signals: { _ in AsyncStream { $0.finish() } }
    )
    console.pager = Pager { text in
      shown.withLock { $0.append(text) }
      return true
    }
    try console.print((1...10).map { "\($0)" })
    #expect(shown.withLock { $0.count } == (isPaged ? 1 : 0))
    #expect(output.writes.count == (isPaged ? 0 : 1))
    // A pager that cannot show the text is no pager.
    console.pager = Pager { _ in false }
    try console.print((1...10).map { "\($0)" })
    #expect(output.writes.count == (isPaged ? 1 : 2))
  }
}
