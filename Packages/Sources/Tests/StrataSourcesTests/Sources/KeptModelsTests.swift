import StrataConcurrency
import StrataSources
import Testing

/// The models that a loop slower than its source receives.
@Suite struct KeptModelsTests {
  @Test func eachLoopKeepsWhatItsPolicySays() async {
    let plain = Plain(0)
    let source = plain.eraseToSource()
    var newest = source.values.keeping(.bufferingNewest(2)).makeAsyncIterator()
    var oldest = source.values.keeping(.bufferingOldest(2)).makeAsyncIterator()
    var first = source.latestValues.keeping(.bufferingOldest(1)).makeAsyncIterator()
    for number in 1...10_000 { plain.model = number }
    #expect(await newest.next() == 9_999)
    #expect(await newest.next() == 10_000)
    #expect(await oldest.next() == 0)
    #expect(await oldest.next() == 1)
    #expect(await first.next() == 0)
  }
}
