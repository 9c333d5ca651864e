import StandupsData
import Testing

@Suite struct TeamTableTests {
  private func rows(_ text: String) throws -> [TeamTable.Row] {
    try TeamTable.rows(in: Array(text.utf8), path: "team.csv")
  }

  @Test func readsRowsInAnyColumnOrder() throws {
    #expect(
      try rows("attendees,Title ,length,theme\nAda; Grace ;,Morning,15m,Blue\n,Evening,,\n") == [
        TeamTable.Row(
          title: "Morning",
          plannedSeconds: 900,
          theme: .blue,
          attendees: ["Ada", "Grace"]
        ),
        TeamTable.Row(title: "Evening", attendees: []),
      ]
    )
  }

  @Test func namesEachWrongRowByItsLine() {
    let error = failure {
      _ = try rows(
        """
        title,length,theme,attendees
        Good,15m,,Ada
        ,15m,,
        Bad length,soon,,
        Bad theme,,pink,
        Twice,,,Ada;ada
        good,,,
        Short row
        """
      )
    }
    #expect(error?.code == .data)
    #expect(
      error?.description == """
        team.csv: 6 rows are invalid; nothing was imported.
          line 3: A title must not be empty.
          line 4: "soon" is no length; write 15m, 90s or 1h30m.
          line 5: "pink" is no theme; themes are plain, red, green, yellow, blue, magenta, cyan.
          line 6: The attendee "ada" stands twice.
          line 7: "good" stands in line 2 already.
          line 8: The row has 1 fields, the header has 4.
        """
    )
  }

  @Test func listsTwentyWrongRowsAndCountsTheRest() {
    let text = "title\n" + String(repeating: "\"\u{1}\"\n", count: 25)
    let lines = failure { _ = try rows(text) }?.message.split(separator: "\n")
    #expect(lines?.count == 22)
    #expect(lines?.last == "  and 5 more")
  }

  @Test(arguments: [
    (
      "",
      "team.csv: The table is empty; its first line names the columns: title,length,theme,attendees."
    ),
    ("length\n", "team.csv, line 1: The column \"title\" is missing."),
    ("title,title\n", "team.csv, line 1: The column \"title\" stands twice."),
    (
      "titel\n",
      "team.csv, line 1: The column \"titel\" is unknown. Columns are handle, title, length, theme, "
        + "attendees. Did you mean title?"
    ),
  ])
  func refusesAWrongHeader(text: String, expected: String) {
    #expect(failure { _ = try rows(text) }?.description == expected)
  }

  @Test func rowsAndAttendeesAreBounded() throws {
    let most = TeamTable.mostRows
    for wrong in ["\n", ",x\n"] {
      let text = "title,theme\n" + String(repeating: "a" + wrong, count: most + 1)
      #expect(failure { _ = try rows(text) }?.message == "The table has more than 100000 rows.")
    }
    let names = (0..<100_000).map { "\($0);" }.joined()
    let text = "title,attendees\n" + (0..<4).map { "\($0),\(names)\n" }.joined()
    #expect(
      failure { _ = try rows(text) }?.description
        == "team.csv, line 5: The table has more than 300000 attendees."
    )
  }

  @Test func readsItsOwnWriting() throws {
    let standups = [
      standup(1, "one", title: "One, \"two\"", attendees: ["Ada", "Grace"]), standup(2, "two"),
    ]
    let rows = try rows(TeamTable.text(standups))
    #expect(rows.map(\.title) == standups.map(\.title))
    #expect(rows.map(\.handle) == ["one", "two"])
    #expect(rows.map(\.plannedSeconds) == [900, 900])
    #expect(rows.map(\.attendees) == [["Ada", "Grace"], []])
  }
}
