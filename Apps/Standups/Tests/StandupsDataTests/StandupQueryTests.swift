import Foundation
import StandupsData
import Testing

@Suite struct StandupQueryTests {
  private let standups = [
    standup(1, "ops", title: "Zeta", attendees: ["Ada"], meetings: [meeting(10, at: 50)]),
    standup(2, "daily", title: "alpha", attendees: ["Ada", "Grace"]),
    standup(3, "retro", title: "Beta", meetings: [meeting(11, at: 5), meeting(12, at: 60)]),
  ]

  private func handles(_ query: StandupQuery) -> [String] { query.answer(standups).map(\.handle) }

  @Test func sortsByEachOrder() {
    let expected: [StandupQuery.Order: [String]] = [
      .added: ["ops", "daily", "retro"], .handle: ["daily", "ops", "retro"],
      .title: ["daily", "retro", "ops"], .length: ["ops", "daily", "retro"],
      .people: ["retro", "ops", "daily"], .meetings: ["daily", "ops", "retro"],
      .last: ["daily", "ops", "retro"],
    ]
    for order in StandupQuery.Order.allCases {
      #expect(handles(StandupQuery(order: order)) == expected[order])
      let reversed = handles(StandupQuery(order: order, isReversed: true))
      #expect(reversed == expected[order]?.reversed())
    }
  }

  @Test func filtersByAllWords() {
    #expect(handles(StandupQuery(words: ["ADA"])) == ["ops", "daily"])
    #expect(handles(StandupQuery(words: ["ada", "grace"])) == ["daily"])
    #expect(handles(StandupQuery(words: ["bet"])) == ["retro"])
    #expect(handles(StandupQuery(words: ["nobody"])).isEmpty)
  }

  @Test func anEmptyWordLeavesNothingOut() {
    #expect(handles(StandupQuery(words: [""])) == handles(StandupQuery()))
    #expect(handles(StandupQuery(words: ["", "bet"])) == ["retro"])
  }
}
