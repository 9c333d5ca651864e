import Testing

@testable import StrataOneStore

/// The operations of a patch, word for word.
@Suite struct JSONPatchTests {
  private func patch(_ old: String, _ new: String) throws -> [String] {
    try JSONPatch.operations(
      from: JSONValue(line: Array(old.utf8)),
      to: JSONValue(line: Array(new.utf8))
    ).map { String(decoding: $0.line, as: Unicode.UTF8.self) }
  }

  private func remove(_ path: String) -> String { #"{"op":"remove","path":"\#(path)"}"# }

  private func add(_ path: String, _ value: String) -> String {
    #"{"op":"add","path":"\#(path)","value":\#(value)}"#
  }

  private func replace(_ path: String, _ value: String) -> String {
    #"{"op":"replace","path":"\#(path)","value":\#(value)}"#
  }

  @Test(arguments: ["null", "1", "[]", "[1]", "[[1],[2,3]]", "{}", #"{"a":[{"b":null}]}"#])
  func equalValuesNeedNoOperation(_ value: String) throws {
    #expect(try patch(value, value) == [])
  }

  @Test func onlyTheMiddleOfAnArrayIsChanged() throws {
    #expect(try patch("[1,2,3,4]", "[1,9,4]") == [replace("/1", "9"), remove("/2")])
    #expect(try patch("[1,2]", "[1,2,3]") == [add("/2", "3")])
    #expect(try patch("[1,2,3]", "[2,3]") == [remove("/0")])
    #expect(try patch("[2,3]", "[1,2,3]") == [add("/0", "1")])
    #expect(try patch("[1,1]", "[1]") == [remove("/1")])
    #expect(try patch("[]", "[1,2]") == [add("/0", "1"), add("/1", "2")])
    #expect(try patch("[1,2,3,4]", "[1]") == [remove("/3"), remove("/2"), remove("/1")])
  }

  @Test func elementsAreComparedInDepth() throws {
    #expect(try patch("[[1,2],5]", "[[1,2,3],5]") == [add("/0/2", "3")])
    #expect(try patch("[[1,2],5]", "[[1,3],5]") == [replace("/0/1", "3")])
    #expect(try patch(#"[{"a":1},5]"#, #"[{"a":1,"b":2},5]"#) == [add("/0/b", "2")])
    #expect(try patch(#"[{"a":1},5]"#, #"[{"a":2},5]"#) == [replace("/0/a", "2")])
    #expect(try patch(#"[{"a":1}]"#, #"[{"b":1}]"#) == [remove("/0/a"), add("/0/b", "1")])
  }

  @Test func membersGoAndComeInTheOrderOfTheirNames() throws {
    let operations = try patch(#"{"b":1,"a":1,"e":1}"#, #"{"d":1,"c":1,"e":[1]}"#)
    #expect(
      operations == [
        remove("/a"), remove("/b"), add("/c", "1"), add("/d", "1"), replace("/e", "[1]"),
      ]
    )
  }

  @Test func marksInNamesAreEscaped() throws {
    for (name, path) in [("~", "~0"), ("/", "~1"), ("~/a~~b//", "~0~1a~0~0b~1~1"), ("a", "a")] {
      #expect(try patch("{}", #"{"\#(name)":1}"#) == [add("/\(path)", "1")])
      #expect(try patch(#"{"\#(name)":1}"#, "{}") == [remove("/\(path)")])
    }
  }
}
