import StrataConcurrency
import Testing

@testable import StrataCore

@Suite struct ListDifferenceTests {
  private func difference(_ old: [UInt], _ new: [UInt]) -> ListDifference {
    unsafe old.withUnsafeBufferPointer { old in
      unsafe new.withUnsafeBufferPointer { unsafe ListDifference.between(old, $0).difference }
    }
  }

  @Test func otherContextsAtSomePlacesAreSubstituted() {
    #expect(difference([1, 2, 3, 4], [9, 2, 8, 4]) == .substituted([0, 2]))
    #expect(difference([1], [2]) == .substituted([0]))
  }

  @Test func aSwapIsTwoSubstitutions() {
    #expect(difference([1, 2, 3, 4], [4, 2, 3, 1]) == .substituted([0, 3]))
  }

  @Test func theRestOfAFilterIsThinned() {
    #expect(difference([1, 2, 3, 4, 5], [2, 4]) == .thinned([0, 2, 4]))
    #expect(difference([1, 2], []) == .thinned([0, 1]))
  }

  @Test func whatHasComeInBetweenIsGrown() {
    #expect(difference([2, 4], [1, 2, 3, 4, 5]) == .grown([0, 2, 4]))
  }

  @Test func goneAndComeAtOnceIsMixed() {
    #expect(difference([1, 2, 3], [9, 4]) == .mixed)
    #expect(difference([1, 2], [2, 9, 1]) == .mixed)
  }

  @Test func whatAgreesAtTheEndIsNotCompared() {
    #expect(difference([1, 2, 3], [9, 2, 3]) == .substituted([0]))
    #expect(difference([1, 7], [9, 8, 7]) == .mixed)
  }
}
