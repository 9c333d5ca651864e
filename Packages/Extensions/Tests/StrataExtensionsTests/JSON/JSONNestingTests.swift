import Foundation
import StrataExtensions
import Testing

@Suite struct JSONNestingTests {
  @Test func theBytesAreReturned() throws {
    let data = Data(#"{"a": [1, {"b": "]["}]}"#.utf8)
    #expect(try JSONNesting.checked(data) == data)
    #expect(try JSONNesting.checked(Array(data)) == Array(data))
    #expect(try JSONNesting.checked(Data()).isEmpty)
  }

  @Test(arguments: ["[", "{", "[{"])
  func theLimitIsAcceptedAndOneMoreIsNot(bracket: String) throws {
    let text = String(repeating: bracket, count: 512 / bracket.count)
    try JSONNesting.checked(Data(text.utf8))
    let error = try #require(throws: JSONNestingError.self) {
      try JSONNesting.checked(Data((text + "[").utf8))
    }
    #expect(error.depth == 513)
    #expect(
      error.description == """
        The JSON holds arrays and objects 513 levels deep; at most 512 can be read. Keep deep structures as a flat \
        list whose elements name their parents.
        """
    )
  }

  /// The deepest level counts, wherever it is, and levels that are closed do not add up.
  @Test func theDepthIsThatOfTheDeepestLevel() throws {
    let wide = "[" + Array(repeating: "[[]]", count: 1_000).joined(separator: ",") + "]"
    try JSONNesting.checked(Data(wide.utf8))
    let deep = "[[]," + String(repeating: "[", count: 700) + String(repeating: "]", count: 701)
    #expect(throws: JSONNestingError.self) { try JSONNesting.checked(Data(deep.utf8)) }
    let unbalanced = String(repeating: "]", count: 900) + String(repeating: "[", count: 600)
    #expect(throws: JSONNestingError.self) { try JSONNesting.checked(Data(unbalanced.utf8)) }
  }

  @Test(arguments: [
    #"["\#(brackets)"]"#, #"["\"\#(brackets)", 1]"#, #"["\\", "\#(brackets)"]"#,
    #"['"\#(brackets)']"#, #"[1, // it's \#(brackets)\#n]"#, #"[/* " \#(brackets) **/ 1]"#,
    #"[/* *x/ * \#(brackets) */ 1]"#,
    #"["嬀粀∀\#(brackets)"]"#,
  ])
  func bracketsInStringsAndCommentsDoNotCount(text: String) throws {
    for encoding in encodings { try JSONNesting.checked(try #require(text.data(using: encoding))) }
  }

  @Test(arguments: ["/**/", "/***/", "/* x* **/", "//\n", "// x\r"])
  func bracketsBehindACommentCount(comment: String) {
    let text = Data((comment + String(repeating: "[", count: 513)).utf8)
    #expect(throws: JSONNestingError(depthOf: 513)) { try JSONNesting.checked(text) }
  }

  @Test func aSlashThatBeginsNoCommentHidesNoBracket() {
    let text = Data(("/" + String(repeating: "[", count: 513)).utf8)
    #expect(throws: JSONNestingError(depthOf: 513)) { try JSONNesting.checked(text) }
  }

  /// Each way of writing that decoders know: the deep text is found in all of them.
  @Test func allEncodingsOfTextAreRead() throws {
    let text = #"["嬀粀∀", "# + String(repeating: "[", count: 513)
    for encoding in encodings {
      let data = try #require(text.data(using: encoding))
      #expect(throws: JSONNestingError(depthOf: 514), "\(encoding)") {
        try JSONNesting.checked(data)
      }
      #expect(throws: JSONNestingError(depthOf: 514), "\(encoding)") {
        try JSONNesting.checked(AnySequence(data))
      }
    }
    let marked = Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)
    #expect(throws: JSONNestingError(depthOf: 514)) { try JSONNesting.checked(marked) }
  }

  @Test func aMarkTellsTheOrderOfTheBytes() throws {
    let text = String(repeating: "[", count: 513)
    let marks: [([UInt8], String.Encoding)] = [
      ([0xFE, 0xFF], .utf16BigEndian), ([0xFF, 0xFE], .utf16LittleEndian),
      ([0, 0, 0xFE, 0xFF], .utf32BigEndian), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian),
    ]
    for (mark, encoding) in marks {
      let data = Data(mark) + (try #require(text.data(using: encoding)))
      #expect(throws: JSONNestingError(depthOf: 513), "\(encoding)") {
        try JSONNesting.checked(data)
      }
    }
  }

  /// Foundation's decoder ends the program for these bytes, if nothing has checked them.
  @Test func whatEndsFoundationsScannerIsAnError() async {
    await #expect(processExitsWith: .success) {
      for count in 505...520 {
        for start in ["[", "{\"a\":[", " [", "[0,["] {
          let text = start + String(repeating: "[", count: count)
          for encoding in encodings {
            let data = text.data(using: encoding) ?? Data()
            #expect(throws: (any Error).self) {
              try JSONDecoder().decode([Int].self, from: JSONNesting.checked(data))
            }
          }
        }
      }
    }
  }

  /// A second count, by recursion, agrees on random texts.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func theCountAgreesWithARecursiveOne(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (text, depth) = nested(upTo: Int.random(in: 300...700, using: &random), using: &random)
    let encoding = encodings.randomElement(using: &random) ?? .utf8
    let data = try #require(text.data(using: encoding))
    if depth <= JSONNesting.limit {
      try JSONNesting.checked(data)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: data) }
    } else {
      #expect(throws: JSONNestingError(depthOf: depth)) { try JSONNesting.checked(data) }
    }
  }
}

private let brackets = String(repeating: "[{", count: 600)
private let encodings: [String.Encoding] = [
  .utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
]

extension JSONNestingError {
  /// The error for a text of a depth.
  fileprivate init(depthOf depth: Int) {
    let text = Array(repeating: UInt8(ascii: "["), count: depth)
    guard
      case .failure(let error) = Result(catching: { () throws(JSONNestingError) in
        try JSONNesting.checked(text)
      })
    else { preconditionFailure("\(depth) levels are accepted") }
    self = error
  }
}

/// A random valid text of at most a depth, and how deep it is.
private func nested(
  upTo limit: Int,
  using random: inout SeededGenerator
) -> (text: String, depth: Int) {
  let leaves = ["1", #""[""#, #""\"{""#, "true", "null", #""\\""#, "[]", "{}"]
  let leaf = leaves.randomElement(using: &random) ?? "1"
  guard limit > 1 else { return ("[0]", 1) }
  if limit == 2 { return ("[\(leaf)]", leaf.hasPrefix("[") || leaf == "{}" ? 2 : 1) }
  let (inner, depth) = nested(upTo: limit - 1, using: &random)
  return Bool.random(using: &random)
    ? ("[\(leaf),\(inner)]", depth + 1) : (#"{"[": \#(leaf), "b": \#(inner)}"#, depth + 1)
}
