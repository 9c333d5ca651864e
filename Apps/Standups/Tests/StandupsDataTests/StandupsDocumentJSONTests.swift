import Foundation
import Testing

@testable import StandupsData

/// A document as coders of Foundation see it.
private struct Whole: Codable {
  var format = StandupsDocument.format
  var settings: Settings
  var standups: [Standup]
  var version = StandupsDocument.version
}

@Suite struct StandupsDocumentJSONTests {
  private func problem(_ json: String) -> StandupsError? {
    failure { _ = try StandupsDocument(json: Array(json.utf8), path: "team.json") }
  }

  @Test func readsItsOwnWriting() throws {
    var document = StandupsDocument(settings: Settings(defaultSeconds: 60, rings: false))
    document.standups = [
      standup(
        1,
        "one",
        attendees: ["Ada", "Grace"],
        meetings: [
          Meeting(
            id: id(9),
            date: Date(timeIntervalSince1970: 1_700_000_000.75),
            seconds: 61,
            ending: .early,
            turns: [Turn(name: "Ada", seconds: 61)],
            transcript: [TranscriptLine(second: 3, speaker: "Ada", text: "\"quoted\" \\ ü\n")]
          )
        ]
      ),
      standup(2, "two"),
    ]
    let json = document.json()
    #expect(try StandupsDocument(json: Array(json), path: "x") == document)
    #expect(json.last == UInt8(ascii: "\n"))
    #expect(try StandupsDocument(json: Array(json), path: "x").json() == json)
  }

  private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  /// The text that the encoder of Foundation writes: users compare files of several versions.
  @Test func writesWhatAnEncoderWrites() throws {
    let scalars = (0..<0x100).compactMap { UnicodeScalar($0) }
    let texts = scalars.map { "a\($0)b" } + ["👩‍🚀/\u{2028}", ""]
    let lines = texts.map { TranscriptLine(second: 3, speaker: $0, text: $0) }
    let dates = [-62_135_596_800, -1, 0, 951_782_399, 1_700_000_000, 253_402_300_799].map {
      Date(timeIntervalSince1970: $0)
    }
    let turns = [Turn(name: "Ada", seconds: 61), Turn(name: "Grace", seconds: 0)]
    let meetings = dates.enumerated().map { number, date in
      Meeting(
        id: id(number),
        date: date,
        seconds: number,
        ending: Meeting.Ending.allCases[number % 3],
        turns: number == 1 ? [] : turns,
        transcript: number == 2 ? lines : []
      )
    }
    let title = "\"Eins\" \\ ü"
    let full = standup(1, "one", title: title, attendees: ["Ada", "Grace"], meetings: meetings)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    for standups in [[], [full], [standup(2, "two"), full, standup(3, "three")]] {
      let document = StandupsDocument(settings: Settings(rings: false), standups: standups)
      let wanted =
        try encoder.encode(Whole(settings: document.settings, standups: standups))
        + Data("\n".utf8)
      #expect(text(document.json()) == text(wanted))
    }
  }

  /// What a decoder of Foundation accepts is read as it reads it, and nothing else is.
  @Test func readsWhatADecoderReads() throws {
    let id = #""0000000A-0000-4000-8000-000000000000""#
    let parts: [(name: String, fields: [(key: String, value: String)])] = [
      (
        "standup",
        [
          ("id", id), ("handle", #""one""#), ("title", #""One \u00e9\/""#), ("theme", #""blue""#),
          ("plannedSeconds", "900"), ("attendees", "[$attendee]"), ("meetings", "[$meeting]"),
        ]
      ), ("settings", [("defaultSeconds", "900"), ("rings", "true")]),
      ("attendee", [("id", id), ("name", #""Ada""#)]),
      (
        "meeting",
        [
          ("id", id), ("date", #""2026-01-05T08:00:00Z""#), ("seconds", "61"),
          ("ending", #""early""#), ("turns", "[$turn, $turn]"), ("transcript", "[$line]"),
        ]
      ), ("turn", [("name", #""Ada""#), ("seconds", "7")]),
      ("line", [("second", "3"), ("speaker", #""Ada""#), ("text", #""x""#)]),
    ]
    let others = [
      "1", "1.0", "1e2", "1.5", "-1", "null", "true", "[]", "{}", "[null]", "\"\"", #""\ud800""#,
      "9223372036854775808", #""2026-01-05T08:00:00+01:00""#, id.lowercased(),
      "1, \"more\": [[{}]]",
    ]
    func document(_ part: String, _ key: String, _ value: String?) -> String {
      var text = #"{"version":1,"standups":[$standup],"settings":$settings,"format":"standups"}"#
      for (name, fields) in parts {
        let written = fields.compactMap { field in
          guard name == part, field.key == key else { return "\"\(field.key)\": \(field.value)" }
          return value.map { "\"\(key)\": \($0)" }
        }
        text = text.replacing("$\(name)", with: "{\(written.joined(separator: ", "))}")
      }
      return text
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var count = 0
    for (part, fields) in parts {
      for field in fields {
        for value in others.map(Optional.some) + [nil] {
          let text = document(part, field.key, value)
          let wanted = try? decoder.decode(Whole.self, from: Data(text.utf8))
          let found = try? StandupsDocument(values: Array(text.utf8))
          #expect(found?.standups == wanted?.standups, "\(text)")
          #expect(found?.settings == wanted?.settings, "\(text)")
          count += found == nil ? 0 : 1
        }
      }
    }
    #expect(count > 40)
  }

  @Test func namesTheLineOfDamage() {
    #expect(
      problem("{\n  \"format\": \"standups\",\n  \"version\" 1\n}")?.description
        == "team.json, line 3, column 13: The file is damaged: expected \":\". It was left as it is."
    )
    #expect(
      problem("{\"format\": \"standups\"")?.description
        == "team.json, line 1, column 22: The file is damaged: the text ends too early. "
        + "It was left as it is."
    )
  }

  @Test func namesTheElementOfDamage() {
    #expect(
      problem(
        """
        {"format": "standups", "version": 1, "settings": {"defaultSeconds": 9, "rings": true},
         "standups": [{"id": 3}]}
        """
      )?.description
        == "team.json, standups[0].id: The file is damaged: the value is of the wrong kind. "
        + "It was left as it is."
    )
    #expect(
      problem("{\"format\": \"standups\", \"version\": 1, \"standups\": []}")?.description
        == "team.json, the document itself: The file is damaged: \"settings\" is missing. "
        + "It was left as it is."
    )
  }

  @Test func refusesForeignFiles() {
    let sentence =
      "team.json: This is JSON, but not a stand-up document (\"format\": \"standups\" is missing). "
      + "It was left as it is."
    #expect(problem("[1, 2]")?.description == sentence)
    #expect(problem("{}")?.description == sentence)
    #expect(problem("{\"format\": \"other\", \"version\": 1}")?.description == sentence)
    #expect(problem("{\"format\": 7}")?.code == .data)
  }

  @Test func refusesNewerFilesWithoutJudgingTheirContent() {
    #expect(
      problem("{\"format\": \"standups\", \"version\": 2, \"standups\": 7}")?.description
        == "team.json: The document was written by a newer version of this program (schema 2, this "
        + "program reads up to 1). It was left as it is; update standups to read it."
    )
    #expect(
      problem("{\"format\": \"standups\", \"version\": 0}")?.description
        == "team.json: The document's schema 0 is unknown. It was left as it is."
    )
  }

  @Test(arguments: ["99999999999999999999", "18446744073709551616", "1e30"])
  func takesAHugeVersionForANewerOne(number: String) {
    #expect(
      problem("{\"format\": \"standups\", \"version\": \(number)}")?.description.hasPrefix(
        "team.json: The document was written by a newer version of this program (schema "
      ) == true
    )
  }

  @Test(arguments: [
    ("1.5", "the value is not a valid one"), ("\"1\"", "the value is of the wrong kind"),
    ("null", "the value is of the wrong kind"),
  ])
  func namesAVersionThatIsNoWholeNumber(version: String, words: String) {
    #expect(
      problem("{\"format\": \"standups\", \"version\": \(version)}")?.description
        == "team.json, version: The file is damaged: \(words). It was left as it is."
    )
  }

  @Test func refusesEmptyAndBinaryFiles() {
    #expect(
      problem("")?.description
        == "team.json: The file is empty, so it is no stand-up document. It was left as it is."
    )
    let binary = failure {
      _ = try StandupsDocument(json: [0x7B, 0x22, 0xFF, 0xFE], path: "team.json")
    }
    #expect(
      binary?.description == "team.json, line 1, column 3: The file is damaged: the text is not "
        + "UTF-8. It was left as it is."
    )
  }

  @Test func refusesContentThatBreaksARule() throws {
    var document = StandupsDocument(standups: [standup(1, "one"), standup(2, "one")])
    #expect(
      problem(String(decoding: document.json(), as: UTF8.self))?.description
        == "team.json, standups[1].handle: Two stand-ups have the same handle. "
        + "The file was left as it is."
    )
    document.standups = [standup(1, "one", attendees: ["Ada", "ADA"])]
    #expect(
      problem(String(decoding: document.json(), as: UTF8.self))?.place
        == "team.json, standups[0].attendees[1].name"
    )
  }
}
