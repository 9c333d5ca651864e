import ProgramStreams
import Synchronization
import Testing

/// Gives out texts that are known beforehand.
private final class PreparedInput: InputChannel {
  let isTerminal = false
  private let parts: Mutex<[[UInt8]]>

  init(_ parts: String...) {
    self.parts = Mutex(parts.map { Array($0.utf8) })
  }

  func read() async throws(InputFailure) -> [UInt8]? {
    parts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func putBack(_ bytes: [UInt8]) {
    parts.withLock { $0.insert(bytes, at: 0) }
  }
}

@Suite struct InputChannelTests {
  @Test func joinsAndCutsChunksIntoLines() async throws {
    let input = PreparedInput("on", "e\ntwo\r\nth", "ree", "\n\nlast")
    var lines: [String] = []
    while let line = try await input.readLine(limit: 9) { lines.append(line) }
    #expect(lines == ["one", "two", "three", "", "last"])
  }

  @Test func endsWithoutInput() async throws {
    #expect(try await PreparedInput().readLine(limit: 9) == nil)
  }

  /// A line without an end would fill the memory.
  @Test func aLineThatIsTooLongIsReadNoFurther() async throws {
    let input = PreparedInput("12345", "6789", "never read", "\n")
    let line = try #require(try await input.readLine(limit: 8))
    #expect(line == "123456789")
    #expect(try await input.read() == Array("never read".utf8))
  }
}
