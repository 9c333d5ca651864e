import StrataConcurrency
import StrataModels
import Testing

/// The values that a loop retains if it is slower than its model.
@Suite struct KeptValuesTests {
  @Test func eachSequenceOfAModelKeepsWhatItsPolicySays() async {
    let counter = Counter().withAnchor()
    let changes = counter.change(of: \.count, initial: false).keeping(.bufferingNewest(2))
    let updates = counter.update(of: \.count, initial: false).keeping(.bufferingOldest(2))
    let observed = Observed(initial: false) { counter.count }.keeping(.bufferingOldest(1))
    let events = counter.node.event(ofType: Int.self).keeping(.bufferingNewest(3))
    for number in 1...1_000 {
      counter.count = number
      counter.node.send(number)
    }
    #expect(await first(2, of: changes) == [999, 1_000])
    #expect(await first(2, of: updates) == [1, 2])
    #expect(await first(1, of: observed) == [1])
    #expect(await first(3, of: events) == [998, 999, 1_000])
  }

  private func first<Elements: AsyncSequence>(
    _ count: Int,
    of elements: Elements
  ) async -> [Int] where Elements.Element == Int {
    var received: [Int] = []
    var iterator = elements.makeAsyncIterator()
    while received.count < count, let next = try? await iterator.next(isolation: nil) {
      received.append(next)
    }
    return received
  }
}
