import Testing

@testable import StrataConcurrency

@Suite struct FIFOQueueTests {
  @Test func agreesWithAnArray() {
    var queue = FIFOQueue<Int>()
    var model: [Int] = []
    var random = SplitMix64(seed: 1)
    for step in 0..<20_000 {
      if Int.random(in: 0..<5, using: &random) < (step / 500 % 2 == 0 ? 3 : 2) {
        queue.append(step)
        model.append(step)
      } else {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count)
      #expect(queue.isEmpty == model.isEmpty)
    }
    #expect(queue.popAll() == model)
    #expect(queue.isEmpty)
  }
}
