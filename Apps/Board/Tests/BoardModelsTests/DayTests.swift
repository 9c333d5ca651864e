import BoardModels
import Testing

@Suite struct DayTests {
  @Test func everyDayIsReadAsItIsWritten() {
    let wrong = stride(from: -700_000, to: 2_900_000, by: 37).filter { number in
      Day(Day(number: number).text) != Day(number: number)
    }
    #expect(wrong.isEmpty)
    let texts = (0..<1_500).map { Day(number: $0).text }
    #expect(texts == texts.sorted())
    #expect(Set(texts).count == texts.count)
  }

  @Test(arguments: [("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-23", 20_780)])
  func daysAreCountedFrom1970(text: String, number: Int) {
    #expect(Day(text)?.number == number)
  }

  @Test(arguments: [
    "", "2026-2-3", "2026-02-30", "2025-02-29", "2026-13-01", "2026-00-10", "2026-01-00",
    "2026-04-31", "0000-01-01", "20260-1-01", "2026/01/01", "2026-01-0é", " 026-01-01",
    "१२३४-01-01",
  ])
  func whatIsNoDayIsRefused(text: String) {
    #expect(Day(text) == nil)
  }

  @Test func aMomentIsADayAndATime() {
    let moment = Moment(seconds: 86_400 * 20_780 + 3_600 * 23 + 60 * 5 + 7)
    #expect(moment.isoText == "2026-11-23T23:05:07Z")
    #expect(moment.text(offset: 3_600) == "2026-11-24 00:05")
    #expect(moment.day(offset: 3_600).text == "2026-11-24")
    #expect(Moment(seconds: 0).day(offset: -1).text == "1969-12-31")
  }
}
