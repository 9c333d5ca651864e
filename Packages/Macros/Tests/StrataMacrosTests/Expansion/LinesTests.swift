import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import StrataMacros

@Suite struct LinesTests {
  private static let parts = [
    "\n", "\r\n", "\r", "\n\n", "// a comment\n", "/* over\ntwo lines */ ", "  ",
    "é\u{301}".commented,
    "var text = \"\"\"\n  two\n  lines\n  \"\"\"\n", "@available(*, deprecated)\n",
    "func f() {\n}\n", "; ",
  ]

  /// The lines of all variables in a struct of random text agree with those that the context knows.
  @Test(arguments: 0..<200)
  func linesAreThoseOfTheContext(_ seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var text =
      String(repeating: "\n", count: Int.random(in: 0..<3, using: &random))
      + "@Model struct Sample {"
    for number in 0..<Int.random(in: 1..<8, using: &random) {
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        text += Self.parts.randomElement(using: &random) ?? ""
      }
      text += "\nvar v\(number) = 0"
    }
    let file = Parser.parse(source: text + "\n}")
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Sample", fullFilePath: "Sample.swift")])
    let declaration = try #require(file.statements.first?.item.as(StructDeclSyntax.self))
    // The compiler's plugin gets the declaration without the file around it.
    let detached = context.detach(declaration)
    let bindings = detached.memberBlock.members.compactMap {
      $0.decl.as(VariableDeclSyntax.self)?.bindings
    }
    #expect(bindings.count > 0)
    let expected = bindings.map { context.location(of: $0)?.line.trimmedDescription }
    #expect(context.lines(of: bindings).map { "\($0)" } == expected, "\(text.debugDescription)")
  }

  @Test func aContextThatKnowsNoLocationsGivesNoLines() throws {
    let file = Parser.parse(source: "struct Sample {\n  var a = 0\n}")
    let declaration = try #require(file.statements.first?.item.as(StructDeclSyntax.self))
    let bindings = declaration.memberBlock.members.compactMap {
      $0.decl.as(VariableDeclSyntax.self)?.bindings
    }
    #expect(bindings.count == 1)
    #expect(BasicMacroExpansionContext().lines(of: bindings).isEmpty)
    #expect(BasicMacroExpansionContext().lines(of: [PatternBindingListSyntax]()).isEmpty)
  }
}

extension String {
  fileprivate var commented: String { "/* \(self) */" }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
