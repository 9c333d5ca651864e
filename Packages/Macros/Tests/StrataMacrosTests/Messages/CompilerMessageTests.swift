#if os(Linux) || os(macOS)
import Foundation
@_spi(ExperimentalLanguageFeatures) import SwiftParser
import Testing

@testable import StrataMacros

@Suite struct CompilerMessageTests {
  /// What the message says after the description of the build is removed, as another JSON reader sees it.
  private func shortened(_ object: [String: Any]) throws -> [String: Any] {
    let text = try JSONSerialization.data(withJSONObject: object)
    var message = CompilerMessage(text)
    message.removeBuildDescription()
    let header = Array(message.bytes.prefix(CompilerMessage.headerSize))
    #expect(CompilerMessage.size(in: header) == message.bytes.count - CompilerMessage.headerSize)
    let rest = Data(message.bytes.dropFirst(CompilerMessage.headerSize))
    return try #require(try JSONSerialization.jsonObject(with: rest) as? [String: Any])
  }

  private func expect(_ object: [String: Any], becomes expected: [String: Any]) throws {
    let result = try shortened(object)
    #expect(NSDictionary(dictionary: result) == NSDictionary(dictionary: expected))
  }

  @Test(arguments: [
    "", "{}", #"{"features":["A","B"]}"#, #"\"#, #"\\"#, #"""#, #"\""#, #"a\"b\\"#,
    "\u{1}é\n\u{1F600}",
  ])
  func theDescriptionBecomesNull(_ description: String) throws {
    let request: [String: Any] = [
      "attributeSyntax": ["source": "@Model"], "macroRole": "member", "z": 1,
    ]
    let described = request.merging(["staticBuildConfiguration": description]) { $1 }
    let plain = request.merging(["staticBuildConfiguration": NSNull()]) { $1 }
    try expect(["expandAttachedMacro": described], becomes: ["expandAttachedMacro": plain])
  }

  @Test(arguments: [
    #"var text = "staticBuildConfiguration":"x""#, #""staticBuildConfiguration":""#,
    "staticBuildConfiguration",
  ])
  func aProgramThatContainsTheNameIsUnchanged(_ source: String) throws {
    let request: [String: Any] = ["declSyntax": ["source": source], "macroRole": "member"]
    try expect(["expandAttachedMacro": request], becomes: ["expandAttachedMacro": request])
    let described = request.merging(["staticBuildConfiguration": source]) { $1 }
    let plain = request.merging(["staticBuildConfiguration": NSNull()]) { $1 }
    try expect(["expandAttachedMacro": described], becomes: ["expandAttachedMacro": plain])
  }

  @Test(arguments: CompilerMessage.parserFeatures)
  func theDescriptionStaysIfTheParserNeedsIt(_ feature: String) throws {
    let description = #"{"attributes":["main"],"features":["Macros","\#(feature)"]}"#
    let request: [String: Any] = [
      "macroRole": "member", "staticBuildConfiguration": description,
    ]
    try expect(["expandAttachedMacro": request], becomes: ["expandAttachedMacro": request])
    #expect(Parser.ExperimentalFeatures(name: feature) != nil)
  }

  @Test func aMessageWithoutADescriptionIsUnchanged() throws {
    let request: [String: Any] = ["getCapability": ["capability": ["protocolVersion": 7]]]
    try expect(request, becomes: request)
  }

  @Test(arguments: [
    "", #"{"staticBuildConfiguration":null}"#, #"{"staticBuildConfiguration":"cut off"#,
    #"{"staticBuildConfiguration":"cut off \""#, "\0\"staticBuildConfiguration\":\"x\"",
  ])
  func aTextThatIsNoMessageIsUnchanged(_ text: String) {
    var message = CompilerMessage(text.utf8)
    let bytes = message.bytes
    message.removeBuildDescription()
    #expect(message.bytes == bytes)
  }

  @Test(arguments: [0, 1, 255, 256, 70_000])
  func theHeaderIsTheSizeWithTheLeastSignificantByteFirst(_ size: Int) {
    let message = CompilerMessage(repeatElement(32, count: size))
    let header = Array(message.bytes.prefix(8))
    #expect(header == (0..<8).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) })
    #expect(CompilerMessage.size(in: header) == size)
  }
}
#endif
