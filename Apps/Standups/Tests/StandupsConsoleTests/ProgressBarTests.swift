import StandupsConsole
import StandupsData
import Testing

@Suite struct ProgressBarTests {
  private func bar(_ done: Int, of total: Int, _ columns: Int, marks: [Int] = []) -> String {
    let (filled, rest) = ProgressBar.bar(done: done, of: total, columns: columns, marks: marks)
    return filled + rest
  }

  @Test(arguments: [
    (0, "──────────"), (1, "╸─────────"), (10, "━━━━━─────"), (11, "━━━━━╸────"),
    (20, "━━━━━━━━━━"),
    (25, "━━━━━━━━━━"), (-3, "──────────"),
  ])
  func fillsByHalfCells(done: Int, expected: String) {
    #expect(bar(done, of: 20, 10) == expected)
  }

  @Test func marksBordersInWhatIsNotFilled() {
    #expect(bar(5, of: 20, 10, marks: [2, 10, 16]) == "━━╸──┼──┼─")
  }

  @Test func isEmptyWithoutRoomOrTotal() {
    #expect(bar(5, of: 10, 0) == "")
    #expect(bar(5, of: 0, 10) == "")
  }

  @Test func turnsToAlertWhenTimeIsUp() {
    let paint = Paint(isOn: true)
    #expect(
      ProgressBar.painted(done: 21, of: 20, columns: 2, marks: [], theme: .blue, paint: paint)
        == paint.alert("━━")
    )
    #expect(
      ProgressBar.painted(done: 10, of: 20, columns: 2, marks: [], theme: .blue, paint: paint)
        == paint.color("━", .blue) + paint.dim("─")
    )
  }
}
