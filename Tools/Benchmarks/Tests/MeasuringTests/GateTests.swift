import Testing

@testable import Measuring

@Suite struct GateTests {
  private final class Box {
    var number = 0
    func read() -> Int { number }
  }

  @Test func anOperationThatDoesMoreThanItsExactCountBreaksItsGate() {
    let box = Box()
    let gate = Gate("once", .exactly(1)) { _ in
      Gate.Operation(tally: box.read) { box.number += $0 }
    }
    #expect(GateResult(gate).verdict == .holds)
    #expect(GateResult(gate, worsened: { _, _ in }).verdict == .broken)
    let twice = Gate("twice", .exactly(1)) { _ in
      Gate.Operation(tally: box.read) { box.number += 2 * $0 }
    }
    #expect(GateResult(twice).verdict == .broken)
    #expect(GateResult(twice).text == "2.00, promised 1.00")
  }
}
