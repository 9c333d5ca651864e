import StrataExtensions
import Testing

@Suite struct DumpRepresentableTests {
  private struct Token: DumpRepresentable {
    var secret = "secret"
    var dumpRepresentation: DumpRepresentation { .text("Token(••)") }
  }

  private struct Wrapped<Value>: DumpRepresentable {
    var value: Value
    var dumpRepresentation: DumpRepresentation { .value(value) }
  }

  private struct Reordered: DumpRepresentable {
    var dumpRepresentation: DumpRepresentation { .members([("b", 1), ("a", [2])]) }
  }

  private struct Itself: DumpRepresentable {
    var dumpRepresentation: DumpRepresentation { .value(self) }
  }

  private struct Handle: DumpRepresentable {
    let number: Int
    var dumpRepresentation: DumpRepresentation {
      .members([("number", number), ("next", Optional(self) as Any)])
    }
    var dumpIdentity: AnyHashable? { number }
  }

  @Test func replacesWhatIsShown() {
    let dump = ValueDump()
    #expect(dump.text(of: [Token()]) == "[\n  Token(••)\n]")
    #expect(dump.text(of: Wrapped(value: 3)) == "3")
    #expect(dump.text(of: Wrapped(value: Token()) as Wrapped<Token>? as Any) == "Token(••)")
    #expect(dump.text(of: Reordered()) == "Reordered(\n  b: 1\n  a: [\n    2\n  ]\n)")
  }

  @Test func showsAnOptionalByTheTypeOfItsValue() {
    #expect(
      ValueDump().text(of: Reordered() as Reordered? as Any) == ValueDump().text(of: Reordered())
    )
  }

  @Test func cutsAHandleThatIsInsideItself() {
    let text = "Handle(\n  number: 1\n  next: Handle(↻)\n)"
    #expect(ValueDump().text(of: Handle(number: 1)) == text)
    // One that appears twice, but not inside itself, is shown twice.
    let inner = text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    let handles = [Handle(number: 1), Handle(number: 1)]
    #expect(ValueDump().text(of: handles) == "[\n\(inner)\n\(inner)\n]")
  }

  @Test func countsARepresentationAsOneLevel() {
    let dump = ValueDump(maxDepth: 2)
    #expect(dump.text(of: Wrapped(value: [[1]])) == "[\n  [… 1 element]\n]")
    #expect(dump.text(of: Reordered()) == ValueDump().text(of: Reordered()))
  }

  @Test func endsForAValueThatStandsForItself() {
    #expect(ValueDump().text(of: Itself()) == "Itself(…)")
  }

  @Test func theDumpGoesBeforeTheType() {
    let dump = ValueDump()
      .showing(Int.self) { .text("#\($0)") }
      .showing(Token.self) { .text("Token(\($0.secret))\nof\n)") }
    #expect(dump.text(of: [1]) == "[\n  #1\n]")
    #expect(dump.text(of: [Token()]) == "[\n  Token(secret)\n    of\n  )\n]")
    #expect(ValueDump().text(of: 1) == "1")
  }
}
