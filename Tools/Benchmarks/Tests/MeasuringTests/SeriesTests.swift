import Testing

@testable import Measuring

@Suite struct SeriesTests {
  private func row(
    _ name: String,
    _ figure: Double,
    unit: Workload.Unit = .lock,
    budget: Double? = nil
  ) -> MeasuredRow {
    MeasuredRow(name: name, section: "rows", unit: unit, budget: budget, figures: [figure])
  }

  @Test func rowsThatDifferInOneNumberAreASeries() throws {
    let rows = [
      row("swap two of 10 rows, 2 columns", 5),
      row("read", 1),
      row("swap two of 1,000 rows, 2 columns", 5),
      row("swap two of 100000 rows, 2 columns", 5),
    ]
    let series = try #require(Series.all(in: rows).first)
    #expect(Series.all(in: rows).count == 1)
    #expect(series.name == "swap two of N rows, 2 columns")
    #expect(series.points.map(\.size) == [10, 1_000, 100_000])
    #expect(abs(series.exponent) < 1e-9)
  }

  @Test func aNumberThatStandsTwiceVariesInBothPlaces() throws {
    let rows = [1, 10, 100].map { row("propagate \($0) by \($0)", Double($0 * $0)) }
    let series = try #require(Series.all(in: rows).first)
    #expect(series.name == "propagate N by N")
    #expect(abs(series.exponent - 2) < 1e-9)
  }

  @Test func twoSizesAndOtherUnitsAreNoSeries() {
    let rows = [
      row("of 10", 1), row("of 100", 1), row("of 1000", 1, unit: .observable),
    ]
    #expect(Series.all(in: rows).isEmpty)
  }

  private func result(_ rows: [MeasuredRow], isFlat: Bool = false) -> BudgetResult {
    BudgetResult(Budget("of", "≤ 2 F", isFlat: isFlat) { $0.name.hasPrefix("of") }, in: rows)
  }

  @Test func aBudgetHoldsIfAllOfItsRowsDo() {
    let rows = [
      row("of 10", 1, budget: 2), row("of 100", 1.9, budget: 2), row("read", 9, budget: 1),
    ]
    #expect(result(rows).verdict == .holds)
    #expect(result(rows).worst?.name == "of 100")
    #expect(result(rows + [row("of 1000", 2.1, budget: 2)]).verdict == .overBudget)
    #expect(result(rows + [row("of 1000", 2.1, budget: 2)]).worst?.name == "of 1000")
  }

  @Test func aBudgetThatIsToBeFlatDoesNotHoldIfItGrows() {
    let flat = [10, 1_000, 100_000].map { row("of \($0)", 1 + Double($0) / 1e7, budget: 2) }
    let growing = [1, 2, 4].map { row("of \($0)", Double($0) / 4, budget: 2) }
    #expect(result(flat, isFlat: true).verdict == .holds)
    #expect(result(growing, isFlat: true).verdict == .overBudget)
    #expect(result(growing).verdict == .holds)
  }

  @Test func aBudgetIsNotMeasuredWithoutRowsAndWrongWithAWrongOne() {
    #expect(result([row("read", 1)]).verdict == .notMeasured)
    let wrong = MeasuredRow(name: "of", section: "rows", unit: .lock, budget: 2, figures: [])
    #expect(result([row("of 10", 1, budget: 2), wrong]).verdict == .wrong)
  }
}
