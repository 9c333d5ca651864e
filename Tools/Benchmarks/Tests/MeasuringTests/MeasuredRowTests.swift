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
    #expect(row.verdict == .holds)
  }

  @Test func whatIsWrongInOneProcessIsWrong() {
    #expect(MeasuredRow(of: [row([1]), row([])]).verdict == .wrong)
  }
}
