import Testing

@testable import StrataCore

@Suite struct WriteRecordTests {
  private var record: WriteRecord {
    WriteRecord(
      number: 7,
      round: 12,
      time: 1_769_851_800,
      places: [
        WrittenPlace(kind: "App"), WrittenPlace(kind: "Row", property: "rows", id: "3"),
      ],
      property: "title",
      old: "\"Daily\"",
      new: "\"Weekly\"",
      steps: [
        CauseStep(.call, name: "standups rename", file: "App/Main.swift", line: 9),
        CauseStep(.event, name: "Refresh", file: "App/List.swift", line: 22, omittedCount: 4),
        CauseStep(.task, name: "sync", file: "App/Sync.swift", line: 40),
      ]
    )
  }

  @Test func explainsTheWriteAndAllThatLedToIt() {
    #expect(
      record.explanation == """
        #7 App.rows[3].title: "Daily" → "Weekly"
          in round 12, 2026-01-31 09:30:00 UTC
          by task "sync" at App/Sync.swift:40
          after event "Refresh" at App/List.swift:22
          after 4 more steps
          after call "standups rename" at App/Main.swift:9
        """
    )
  }

  @Test func describesTheWriteOnOneLine() {
    #expect(
      record.description
        == #"#7 App.rows[3].title: "Daily" → "Weekly", by task "sync" at App/Sync.swift:40"#
    )
  }

  @Test func saysThatNothingIsKnownOfTheCause() {
    var record = record
    record.steps = []
    record.time = nil
    record.old = nil
    #expect(
      record.explanation == """
        #7 App.rows[3].title: "Weekly"
          in round 12
          by code that runs in no known step
        """
    )
  }

  @Test func listsModelsThatCameAndWent() {
    var record = record
    (record.old, record.new) = (nil, nil)
    record.added = ["Row[4]", "Row[5]"]
    record.removed = ["Row[3]"]
    #expect(record.change == "- Row[3], + Row[4], + Row[5]")
  }

  @Test func concernsTheModelsOnItsWay() {
    #expect(record.concerns(id: "3"))
    #expect(record.concerns(id: "3", kind: "Row"))
    #expect(!record.concerns(id: "3", kind: "Column"))
    #expect(!record.concerns(id: "4"))
  }

  @Test(arguments: [
    (0, "1970-01-01 00:00:00 UTC"), (-1, "1969-12-31 23:59:59 UTC"),
    (951_827_696.9, "2000-02-29 12:34:56 UTC"), (4_107_542_399, "2100-02-28 23:59:59 UTC"),
    (4_107_542_400, "2100-03-01 00:00:00 UTC"), (-62_135_596_800, "0001-01-01 00:00:00 UTC"),
    (.infinity, "inf s"), (1e14, "100000000000000.0 s"),
  ])
  func writesTimes(_ seconds: Double, _ text: String) {
    #expect(UTCText.text(of: seconds) == text)
  }
}
