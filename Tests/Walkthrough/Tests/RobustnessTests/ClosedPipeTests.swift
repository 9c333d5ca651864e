import ProgramDriver
import Testing

@Suite struct ClosedPipeTests {
  @Test(arguments: [["list"], ["--help"], ["export"], ["stats", "--json"]])
  func endsQuietlyWhenNobodyReads(arguments: [String]) throws {
    let program = try Program()
    _ = try program.run("add", "One")
    let process = try program.start(arguments, output: .closedPipe)
    let errors = Exchange(process).finish().errors
    #expect(process.wait() == 141)
    #expect(String(decoding: errors, as: UTF8.self) == "")
  }

  @Test func keepsTheMeetingThatNobodyReadsAnyMore() throws {
    let program = try Program()
    _ = try program.run("add", "One")
    let process = try program.start(["record", "one"], output: .closedPipe)
    _ = Exchange(process).finish()
    #expect(process.wait() == 141)
    let kept = try program.run("meetings", "one", "latest")
    #expect(kept.output.contains("ended by an interruption"))
  }
}
