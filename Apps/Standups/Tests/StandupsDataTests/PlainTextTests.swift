import Foundation
import Testing

@testable import StandupsData

/// The quick ways to read and write are those of Foundation.
@Suite struct PlainTextTests {
  @Test func idsAreWrittenAndReadAsFoundationDoes() {
    var before: UUID?
    for id in (0..<2_000).map({ _ in UUID() }) {
      #expect(String(decoding: id.digits, as: UTF8.self) == id.uuidString)
      #expect(UUID(digits: id.uuidString) == id)
      #expect(UUID(digits: id.uuidString.lowercased()) == id)
      if let before {
        #expect(UUID.isBefore(before, id) == (before.uuidString < id.uuidString))
      }
      before = id
    }
    let damaged = [
      "", "0000000000000000000000000000000000000", "00000000-0000-0000-0000-00000000000G",
      "00000000+0000-0000-0000-000000000000", "é0000000-0000-0000-0000-0000000000",
    ]
    for text in damaged { #expect(UUID(digits: text) == nil) }
  }

  @Test func datesAreReadAsFoundationDoes() throws {
    for days in stride(from: -25_000, to: 2_900_000, by: 37) {
      let date = Date(timeIntervalSince1970: Double(days * 86_400 + (days &* 7_919) % 43_200))
      let text = date.formatted(.iso8601)
      if let read = Date(plain: text) { #expect(read == date) }
      #expect(try Date.ISO8601FormatStyle().parse(text) == date)
    }
    let date = try #require(Date(plain: "2024-02-28T23:59:59Z"))
    #expect(date.timeIntervalSince1970 == 1_709_164_799)
    #expect(Date(plain: "2024-03-01T00:00:00Z")?.timeIntervalSince1970 == 1_709_251_200)
    let others = [
      "2024-02-30T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00+00:00", "2024-01-01",
      "2024-01-01T00:00:0٠Z", "0024-01-01T00:00:00Z",
    ]
    for text in others { #expect(Date(plain: text) == nil) }
  }

  @Test func momentsThatNoCalendarHasAreNoDates() {
    let missing = [
      "2026-02-29T00:00:00Z", "2026-02-30T00:00:00Z", "1900-02-29T00:00:00Z",
      "2026-04-31T00:00:00Z",
      "2026-01-32T00:00:00Z", "2026-01-00T00:00:00Z", "2026-00-01T00:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-01-01T24:00:00Z", "2026-01-01T25:00:00Z", "2026-01-01T00:60:00Z",
      "2026-12-31T23:59:60Z",
      "2026-02-30T00:00:00+01:00", "0026-02-30T00:00:00Z", "",
    ]
    for text in missing { #expect(Date(iso8601: text) == nil, "\(text)") }
    let others = [
      "2024-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "2026-12-31T23:59:59Z",
      "2026-04-30T00:00:00Z",
      "0026-02-28T00:00:00Z",
    ]
    for text in others { #expect(Date(iso8601: text)?.formatted(.iso8601) == text, "\(text)") }
  }

  @Test func handlesOfPlainTitlesAreThoseOfOtherTitles() {
    let titles = [
      "Morning Sync", "  a--B c!  ", "", "!!!", "A1", String(repeating: "ab ", count: 30),
      String(repeating: "x", count: 39) + " y", String(repeating: "x", count: 40) + "y", "-a-",
    ]
    for title in titles {
      // A letter that is no ASCII takes the long way.
      let wanted = Handle.stem(of: "é" + title).dropFirst()
      let stem = Handle.stem(of: "e" + title).dropFirst()
      #expect(stem == wanted)
    }
    #expect(Handle.stem(of: "!!!") == "standup")
    #expect(Handle.stem(of: "  Ops  ") == "ops")
  }
}
