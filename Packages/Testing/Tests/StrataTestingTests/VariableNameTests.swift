import Testing

@testable import StrataTesting

@Suite struct VariableNameTests {
  private func name(_ source: String, line: Int? = nil) -> String? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return VariableName.declared(
      by: ["withAnchor", "andTester"],
      in: lines,
      at: line ?? lines.count
    )
  }

  @Test(arguments: [
    "let model = Counter().withAnchor()",
    "  var model: Counter = Counter().withAnchor { $0.date = .now }",
    "let (model, tester) = Counter().andTester()",
    "    let (model, _) = Counter { $0.x }.andTester(exhaustivity: .off)",
    "model = Counter(count: 2).withAnchor()",
    "self.model = Counter().withAnchor()",
    "private let model = Counter().withAnchor {",
    "let model =\n  Counter().withAnchor()",
    "let model = Counter(\n  count: 2\n).withAnchor()",
    "let model = Counter()\n  .withDependencies { $0.a = 1 }\n  .withAnchor()",
    "let model = Board(rows: [\n  Row(),\n]) { row in\n  row.x = 1\n}.withAnchor()",
  ]) func theVariableIsFound(source: String) {
    #expect(name(source) == "model")
  }

  @Test(arguments: [
    "Counter().withAnchor()",
    "return Counter().withAnchor()",
    "let models = (0..<3).map { Counter(count: $0).withAnchor() }",
    "let (one, two) = (Counter().withAnchor(), Counter().withAnchor())",
    "let child = Board().withAnchor().child",
    "let (_, tester) = Counter().andTester()",
    "let count = use(Counter().withAnchor())",
    "if model == Counter().withAnchor() {",
    "let other = 1\nreturn Counter().withAnchor()",
    "let other = make(\n  Counter().withAnchor()",
    "let model = Counter()",
  ]) func nothingElseIs(source: String) {
    #expect(name(source) == nil)
  }

  @Test func aLineThatIsMissingHasNone() {
    #expect(name("let model = Counter().withAnchor()", line: 7) == nil)
    #expect(name("", line: 0) == nil)
  }
}
