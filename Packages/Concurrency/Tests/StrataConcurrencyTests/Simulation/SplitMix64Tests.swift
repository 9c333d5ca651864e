import StrataConcurrency
import Testing

@Suite struct SplitMix64Tests {
  @Test func givesThePublishedNumbers() {
    var random = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ]
    )
  }

  @Test func staysBelowTheBoundAndReachesEveryNumber() {
    var random = SplitMix64(seed: 3)
    var seen = Set<UInt32>()
    for _ in 0..<1_000 { seen.insert(random.next(below: 7)) }
    #expect(seen == Set(0..<7))
  }
}
