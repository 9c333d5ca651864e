import Testing

@testable import Measuring

@Suite struct DistributionTests {
  @Test func theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
    #expect(Distribution([4, 1, 3, 2]).median == 2.5)
  }

  @Test func theSpreadIsTheMiddleHalf() {
    #expect(Distribution((0...100).map(Double.init)).spread == 25...75)
  }

  @Test func oneFigureIsItsOwnSpread() {
    #expect(Distribution([7]).spread == 7...7)
  }
}
