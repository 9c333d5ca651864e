import StrataConcurrency
import StrataStores
import Testing

/// The elements that a loop slower than its store receives.
@Suite struct KeptEffectsTests {
  @Test func theLoopKeepsWhatItsPolicySays() async {
    let store = SoundStore()
    let newest = store.effects.keeping(.bufferingNewest(1))
    let oldest = store.effects.keeping(.bufferingOldest(1))
    for _ in 0..<10_000 { store.emit(.beep) }
    store.emit(.boom)
    var (last, first) = (newest.makeAsyncIterator(), oldest.makeAsyncIterator())
    #expect(await last.next() == .boom)
    #expect(await first.next() == .beep)
  }
}
