import StrataRendering
import Testing

@Suite struct RenderGateTests {
  @Test func equalInputIsNotEvaluatedAgain() {
    let gate = RenderGate { (number: Int) in "\(number)" }
    #expect([1, 1, 2, 2, 1].map(gate.render) == ["1", "1", "2", "2", "1"])
    #expect(gate.evaluations == 3)
  }
}
