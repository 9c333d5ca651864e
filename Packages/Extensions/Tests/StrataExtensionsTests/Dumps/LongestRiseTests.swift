import Testing

@testable import StrataExtensions

@Suite struct LongestRiseTests {
  @Test func risesAndIsLongest() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let values = (0..<8).shuffled(using: &generator).map { $0 == 7 ? nil : Optional($0) }
      let found = LongestRise.of(values).sorted().compactMap { values[$0] }
      #expect(found == found.sorted())
      #expect(found.count == longest(values.compactMap { $0 }))
    }
  }

  @Test func equalValuesDoNotRise() {
    #expect(LongestRise.of([2, 2, 1, 1]).count == 1)
    #expect(LongestRise.of([1, 2, 2, 3]).count == 3)
  }

  /// Tries all subsets.
  private func longest(_ values: [Int]) -> Int {
    (0..<(1 << values.count)).map { subset in
      let chosen = values.indices.filter { subset & (1 << $0) != 0 }.map { values[$0] }
      return chosen == chosen.sorted() ? chosen.count : 0
    }
    .max() ?? 0
  }
}
