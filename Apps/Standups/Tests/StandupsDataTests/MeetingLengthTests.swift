import StandupsData
import Testing

@Suite struct MeetingLengthTests {
  @Test(arguments: [
    ("15", 900), ("15m", 900), ("90s", 90), ("1h30m", 5400), ("1h 5s", 3605), ("2:30", 150),
    ("1:00:00", 3600), ("0:05", 5), ("24h", 86_400), ("15M", 900),
  ])
  func readsWhatPeopleWrite(text: String, seconds: Int) {
    #expect(MeetingLength.parse(text) == seconds)
  }

  @Test(arguments: [
    "", "0", "m", "15x", "1m1h", "1m1m", "-5", "1:60", "1:2:3:4", "1:5", "1.5m", "15m3", "25h",
    "99999999999999999999", "٣m",
  ])
  func refusesWhatIsNoLength(text: String) {
    #expect(MeetingLength.parse(text) == nil)
  }

  @Test(arguments: [1, 45, 60, 90, 900, 3600, 3605, 5400, 86_400])
  func readsItsOwnWriting(seconds: Int) {
    #expect(MeetingLength.parse(MeetingLength.units(seconds)) == seconds)
    if seconds >= 60 { #expect(MeetingLength.parse(MeetingLength.clock(seconds)) == seconds) }
  }

  @Test func writesClocks() {
    #expect(MeetingLength.clock(0) == "0:00")
    #expect(MeetingLength.clock(125) == "2:05")
    #expect(MeetingLength.clock(3600) == "1:00:00")
    #expect(MeetingLength.clock(-61) == "-1:01")
  }
}
