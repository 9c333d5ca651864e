import Testing

@testable import Measuring

@Suite struct ComparisonTests {
  private let figures = (0..<90).map { 1 + Double($0 * 37 % 90) / 900 }

  @Test func equalRunsDoNotDiffer() {
    let comparison = Comparison(figures, figures.shuffled())
    #expect(comparison.verdict == .same)
    #expect(comparison.ratio == 1)
  }

  @Test func aShiftOfATenthIsSlower() {
    let comparison = Comparison(figures, figures.map { $0 * 1.1 })
    #expect(comparison.verdict == .slower)
    #expect(comparison.confidence > 0.999)
    #expect(abs(comparison.ratio - 1.1) < 0.02)
  }

  @Test func aShiftDownIsFaster() {
    #expect(Comparison(figures, figures.map { $0 * 0.8 }).verdict == .faster)
  }

  @Test func aSureShiftBelowTheToleranceIsNoDifference() {
    let comparison = Comparison(figures, figures.map { $0 * 1.03 })
    #expect(comparison.verdict == .same)
    #expect(Comparison(figures, figures.map { $0 * 1.03 }, tolerance: 0.01).confidence > 0.5)
  }

  @Test func aLargeShiftOfFewScatteredFiguresIsNotSure() {
    #expect(Comparison([1, 2, 3], [1.5, 2.5, 3.5]).verdict == .same)
  }

  @Test func fiveProcessesThatAreAllSlowerAreSureAndFourAreNot() {
    let five = [1.0, 1.01, 1.02, 1.03, 1.04]
    #expect(Comparison(five, five.map { $0 + 0.2 }).verdict == .slower)
    #expect(Comparison(five, [1.03] + five.dropFirst().map { $0 + 0.2 }).verdict == .same)
  }

  @Test func oneOutlierDoesNotMakeARunSlower() {
    #expect(Comparison(figures, figures.dropLast() + [1_000]).verdict == .same)
  }

  @Test func countsThatDifferAreSure() {
    #expect(Comparison([160], [176]).verdict == .slower)
    #expect(Comparison([160], [160]).verdict == .same)
  }
}
