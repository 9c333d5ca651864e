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
    let counts = GateCounts(of: gate)
    #expect(counts.result.verdict == .holds)
    #expect(counts.worsened { _, _ in 1 }.result.verdict == .broken)
    let twice = Gate("twice", .exactly(1)) { _ in
      Gate.Operation(tally: box.read) { box.number += 2 * $0 }
    }
    #expect(GateCounts(of: twice).result.verdict == .broken)
    #expect(GateCounts(of: twice).result.text == "2.00, promised 1.00")
  }

  @Test func aDifferenceOfSizesBreaksAFlatGate() {
    let gate = Gate("nothing", .flat(atMost: 1.1), sizes: [1, 10]) { _ in Gate.Operation { _ in } }
    let counts = GateCounts(of: gate)
    guard counts.result.verdict != .notCounted else { return }
    #expect(counts.worsened { _, _ in 1_000 }.result.verdict == .holds)
    #expect(counts.worsened { size, _ in Double(size * 1_000) }.result.verdict == .broken)
    #expect(counts.worsened { _, _ in nil }.result.verdict == .notCounted)
  }
}
