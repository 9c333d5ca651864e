import Testing

@testable import Measuring

@Suite struct MeasuredRowTests {
  private func row(_ figures: [Double]) -> MeasuredRow {
    MeasuredRow(name: "read", section: "rows", unit: .lock, budget: 1.5, figures: figures)
  }

  @Test func processesShareARow() {
    let row = MeasuredRow(of: [row([1, 1, 2]), row([2, 2, 1])])
    #expect(row.figures == [1, 1, 2, 2, 2, 1])
    #expect(row.medians == [1, 2])
    #expect(row.figure == 1.5)
    #expect(row.verdict == .unclear)
  }

  @Test func aSpreadAcrossTheLimitDoesNotHold() {
    #expect(row([1, 1, 1.5, 1.5]).verdict == .holds)
    let wide = row([1, 1.4, 1.6, 1.6])
    #expect(wide.verdict == .unclear)
    #expect(row([1.4, 1.6, 1.6]).verdict == .overBudget)
    let budget = Budget("reads", "≤ 1.5 F") { _ in true }
    #expect(BudgetResult(budget, in: [row([1]), wide]).verdict == .unclear)
    #expect(BudgetResult(budget, in: [row([2]), wide]).verdict == .overBudget)
  }

  @Test func whatIsWrongInOneProcessIsWrong() {
    #expect(MeasuredRow(of: [row([1]), row([])]).verdict == .wrong)
  }
}
