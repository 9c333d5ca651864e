import Foundation
import Testing
import TortureCases

/// Damaged data for everything that decodes; `make torture` is the long form.
@Suite struct DecoderTortureTests {
  @Test(arguments: DecoderCase.allCases)
  func damagedDataEndInAnErrorOrAValue(decoder: DecoderCase) async throws {
    let name = decoder.rawValue
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent],
      "the last line of standard output names the seed"
    ) { [name = name as String] in
      let decoder = try #require(DecoderCase(rawValue: name))
      try decoder.run(seeds: 0..<400) { text in
        FileHandle.standardOutput.write(Data("torture: \(text)\n".utf8))
      }
    }
    let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      .split(separator: "\n")
    let last = lines.last { $0.hasPrefix("torture: ") }
    #expect(last == "torture: \(name) seed 399", "the case that has ended the process")
  }
}
