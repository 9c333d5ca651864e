import Testing

@testable import StrataStores

@Suite struct UpdateQueueTests {
  @Test func agreesWithAnArray() {
    var queue = UpdateQueue<Int>()
    var model: [Int] = []
    var next = 0
    // Grows and shrinks in turn, past the sizes at which slots are released.
    for (puts, takes) in [(3, 5), (100, 60), (200, 230), (1_000, 999), (70, 0), (0, 90), (5, 1)] {
      for _ in 0..<puts {
        queue.append(next)
        model.append(next)
        next += 1
      }
      for _ in 0..<takes {
        #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
        #expect(queue.isEmpty == model.isEmpty)
      }
    }
    #expect(queue.popAll() == model)
    #expect(queue.isEmpty)
    #expect(queue.popFirst() == nil)
  }

  @Test func letsGoOfWhatIsTaken() {
    final class Element {}
    var queue = UpdateQueue<Element>()
    weak let first = { () -> Element in
      let element = Element()
      queue.append(element)
      return element
    }()
    queue.append(Element())
    #expect(first != nil)
    _ = queue.popFirst()
    #expect(first == nil)
  }
}
