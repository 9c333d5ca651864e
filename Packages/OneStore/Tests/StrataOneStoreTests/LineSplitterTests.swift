import Testing

@testable import StrataOneStore

@Suite struct LineSplitterTests {
  private func add(_ text: String, to splitter: inout LineSplitter) -> [String] {
    splitter.add(Array(text.utf8)).map { line in
      switch line {
      case .complete(let bytes): String(decoding: bytes, as: Unicode.UTF8.self)
      case .tooLong: "too long"
      }
    }
  }

  @Test func aLineMayComeInParts() {
    var splitter = LineSplitter(limit: 100)
    #expect(add("ab", to: &splitter) == [])
    #expect(add("c\nd\n\ne", to: &splitter) == ["abc", "d", ""])
    #expect(add("\n", to: &splitter) == ["e"])
  }

  @Test func oneReturnBeforeTheEndIsNoPartOfTheLine() {
    var splitter = LineSplitter(limit: 100)
    // The two characters are one in Swift's strings.
    #expect(splitter.add([0x61, 0x0D, 0x0A]) == [.complete([0x61])])
    #expect(splitter.add([0x61, 0x0D, 0x0D, 0x0A]) == [.complete([0x61, 0x0D])])
    #expect(splitter.add([0x0D, 0x61, 0x0A]) == [.complete([0x0D, 0x61])])
  }

  @Test func aLineThatIsTooLongIsSaidOnceAndLeftOut() {
    var splitter = LineSplitter(limit: 3)
    #expect(add("abc\nabcd\nx\n", to: &splitter) == ["abc", "too long", "x"])
    #expect(add("abcd", to: &splitter) == ["too long"])
    #expect(add("efghijkl", to: &splitter) == [])
    #expect(add("\nyz\n", to: &splitter) == ["yz"])
  }
}
