import Foundation
import StandupsData
import Testing

@Suite struct StatisticsTests {
  private let standups = [
    standup(
      1,
      "one",
      meetings: [
        meeting(
          1,
          at: 100,
          seconds: 1000,
          turns: [Turn(name: "Ada", seconds: 300), Turn(name: "Grace", seconds: 700)]
        ),
        meeting(2, at: 200, seconds: 501, turns: [Turn(name: "Ada", seconds: 501)]),
      ]
    ),
    standup(2, "two"),
  ]

  @Test func countsStandups() {
    let statistics = Statistics(of: standups)
    let one = statistics.standups[0]
    #expect(one.meetings == 2)
    #expect(one.totalSeconds == 1501)
    #expect(one.averageSeconds == 750)
    #expect(one.longestSeconds == 1000)
    #expect(one.overruns == 1)
    #expect(one.lastDate == Date(timeIntervalSince1970: 200))
    #expect(statistics.standups[1].averageSeconds == 0)
    #expect(statistics.standups[1].lastDate == nil)
    #expect(statistics.meetings == 2)
    #expect(statistics.totalSeconds == 1501)
  }

  @Test func ordersSpeakersByTime() {
    let speakers = Statistics(of: standups).speakers
    #expect(speakers.map(\.name) == ["Ada", "Grace"])
    #expect(speakers[0].turns == 2)
    #expect(speakers[0].totalSeconds == 801)
    #expect(speakers[0].longestSeconds == 501)
    #expect(speakers[0].averageSeconds == 400)
  }

  @Test func leavesOutEarlierMeetings() {
    let statistics = Statistics(of: standups, since: Date(timeIntervalSince1970: 150))
    #expect(statistics.meetings == 1)
    #expect(statistics.speakers.map(\.name) == ["Ada"])
  }
}
