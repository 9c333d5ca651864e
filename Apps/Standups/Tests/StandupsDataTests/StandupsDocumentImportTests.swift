import Foundation
import StandupsData
import Testing

@Suite struct StandupsDocumentImportTests {
  private let ids = CountingIDs()

  @Test func importsIntoAnEmptyDocument() {
    var document = StandupsDocument()
    let summary = document.merge(
      StandupsDocument(standups: [standup(1, "one", meetings: [meeting(9, at: 0)])])
    )
    #expect(summary.added == ["one"])
    #expect(summary.meetings == 1)
    #expect(document.standups.count == 1)
  }

  @Test func importingTwiceChangesNothing() {
    let other = StandupsDocument(standups: [standup(1, "one", meetings: [meeting(9, at: 0)])])
    var document = StandupsDocument()
    _ = document.merge(other)
    let once = document
    let summary = document.merge(other)
    #expect(document == once)
    #expect(summary.unchanged == ["one"])
    #expect(summary.meetings == 0)
  }

  @Test func keepsTheMeetingsOfBothSides() {
    var document = StandupsDocument(standups: [
      standup(1, "mine", meetings: [meeting(1, at: 10, seconds: 5), meeting(2, at: 30)])
    ])
    let summary = document.merge(
      StandupsDocument(standups: [
        standup(1, "theirs", meetings: [meeting(1, at: 10, seconds: 7), meeting(3, at: 20)])
      ])
    )
    #expect(summary.updated == ["mine"])
    #expect(summary.meetings == 1)
    #expect(document.standups[0].meetings.map(\.id) == [id(1), id(3), id(2)])
    #expect(document.standups[0].meetings[0].seconds == 5)
    #expect(document.standups[0].handle == "mine")
  }

  @Test func givesANewHandleWhereOneIsTaken() {
    var document = StandupsDocument(standups: [standup(1, "one")])
    let summary = document.merge(StandupsDocument(standups: [standup(2, "one")]))
    #expect(summary.added == ["one-2"])
    #expect(document.standups.map(\.handle) == ["one", "one-2"])
  }

  @Test func importsRowsByHandleAndTitle() throws {
    var document = StandupsDocument(standups: [
      standup(801, "one", title: "One", attendees: ["Ada", "Grace"]),
      standup(802, "two", title: "Two"),
    ])
    let summary = try document.merge(
      [
        TeamTable.Row(title: "ONE", attendees: ["grace", "Edsger"]),
        TeamTable.Row(title: "Zwei", handle: "two", plannedSeconds: 60),
        TeamTable.Row(title: "Three", theme: .red),
      ],
      makeID: ids.next
    )
    #expect(summary.updated == ["one", "two"])
    #expect(summary.added == ["three"])
    #expect(document.standups[0].attendees.map(\.id) == [id(1001), id(1)])
    #expect(document.standups[1].title == "Zwei")
    #expect(document.standups[2].theme == .red)
    #expect(document.standups[2].plannedSeconds == 900)
  }

  @Test func refusesRowsThatBreakARule() {
    var document = StandupsDocument()
    let error = failure {
      _ = try document.merge([TeamTable.Row(title: "A", attendees: ["x", "X"])], makeID: ids.next)
    }
    #expect(
      error?.description == "standups[0].attendees[1].name: Two attendees have the same name. "
        + "Nothing was imported."
    )
  }
}
