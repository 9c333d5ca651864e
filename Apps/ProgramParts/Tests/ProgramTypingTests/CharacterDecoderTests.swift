import ProgramTyping
import Testing

@Suite struct CharacterDecoderTests {
  private func characters(_ bytes: [UInt8]) -> String {
    var decoder = CharacterDecoder()
    return String(bytes.flatMap { decoder.feed($0) } + decoder.end())
  }

  @Test func givesACharacterWithItsLastByte() {
    var decoder = CharacterDecoder()
    #expect(decoder.feed(0xE2) == [] && decoder.feed(0x82) == [])
    #expect(decoder.feed(0xAC) == ["€"])
    #expect(decoder.end() == [])
  }

  @Test(
    arguments: [
      [0xFF, 0x61], [0xE2, 0x82, 0x61], [0xE2, 0xC3, 0xA9], [0xC3], [0xC0, 0xAF],
      [0xED, 0xA0, 0x80],
      [0xF0, 0x9F, 0x98, 0x80], [0xF5, 0x80], [0x80, 0x80],
    ] as [[UInt8]]
  )
  func readsAnyBytesAsTheStandardLibraryDoes(bytes: [UInt8]) {
    // It may take a broken character for one or for several: what it is beside them is the same.
    let given = characters(bytes).filter { $0 != "\u{FFFD}" }
    let whole = String(decoding: bytes, as: UTF8.self)
    #expect(given == whole.filter { $0 != "\u{FFFD}" })
    #expect(characters(bytes).contains("\u{FFFD}") == whole.contains("\u{FFFD}"))
  }
}
