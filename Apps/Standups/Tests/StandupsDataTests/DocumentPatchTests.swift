import Foundation
import ProgramFiles
import Testing

@testable import StandupsData

@Suite struct DocumentPatchTests {
  /// Older versions have written the hash of the whole patch's JSON; `undo` compares it.
  @Test func theFingerprintIsTheHashOfItsJSON() throws {
    var document = StandupsDocument()
    var random = SplitMix(state: 5)
    let empty = document
    for _ in 0..<3_000 { change(&document, &random) }
    for _ in 0..<300 {
      let id = random.identifier()
      document.standups.append(Standup(id: id, handle: "h-\(id)", title: "/", plannedSeconds: 60))
    }
    var none = empty
    none.standups = []
    let settings = StandupsDocument(settings: Settings(defaultSeconds: 7))
    for (new, old) in [(document, none), (none, document), (settings, document), (none, none)] {
      let patch = DocumentPatch(from: new, backTo: old).current(in: new)
      var json = try #require(
        try JSONSerialization.jsonObject(with: encoded(patch)) as? [String: Any]
      )
      var entries = try #require(json["entries"] as? [[String: Any]])
      for place in entries.indices {
        entries[place]["index"] = nil
        var meetings = try #require(entries[place]["meetings"] as? [[String: Any]])
        for place in meetings.indices { meetings[place]["index"] = nil }
        entries[place]["meetings"] = meetings.sorted { "\($0["id"]!)" < "\($1["id"]!)" }
      }
      json["entries"] = entries.sorted { "\($0["id"]!)" < "\($1["id"]!)" }
      let whole = try JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
      #expect(patch.fingerprint == String(StableHash.value(of: whole), radix: 16))
      #expect(patch.leastBytes <= (try encoded(patch)).count)
    }
  }

  private func encoded(_ patch: DocumentPatch) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(patch)
  }

  /// Changes a document in some way.
  private func change(_ document: inout StandupsDocument, _ random: inout SplitMix) {
    let places = document.standups.indices
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      let id = random.identifier()
      document.standups.append(
        Standup(id: id, handle: "h-\(id.uuidString.lowercased())", title: "T", plannedSeconds: 60)
      )
    case 1:
      if let place = places.randomElement(using: &random) { document.standups.remove(at: place) }
    case 2:
      guard let place = places.randomElement(using: &random) else { return }
      document.standups[place].title += "x"
    case 3, 4:
      guard let place = places.randomElement(using: &random) else { return }
      document.standups[place].meetings.append(
        Meeting(
          id: random.identifier(),
          date: Date(timeIntervalSince1970: 0),
          seconds: 1,
          ending: .early,
          turns: []
        )
      )
    case 5:
      guard let place = places.randomElement(using: &random),
        let last = document.standups[place].meetings.indices.randomElement(using: &random)
      else { return }
      document.standups[place].meetings.remove(at: last)
    default: document.settings.defaultSeconds += 1
    }
  }

  @Test(arguments: 0..<600) func leadsBackAndForth(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    var old = StandupsDocument()
    for _ in 0..<Int.random(in: 0..<30, using: &random) { change(&old, &random) }
    var new = old
    for _ in 0..<Int.random(in: 1..<12, using: &random) { change(&new, &random) }
    let back = DocumentPatch(from: new, backTo: old)
    let forth = back.current(in: new)
    var document = new
    back.apply(to: &document)
    #expect(document == old)
    #expect(back.fingerprint == back.current(in: document).fingerprint)
    forth.apply(to: &document)
    #expect(document == new)
    let coded = try JSONDecoder().decode(DocumentPatch.self, from: JSONEncoder().encode(back))
    #expect(coded == back)
    var json = JSONWriter(.compact)
    back.write(to: &json)
    #expect(try json.finished() == encoded(back))
  }

  /// The hash is made of pieces, and files contain those of older programs, which were made of the whole.
  @Test func theFingerprintOfALongPatchIsTheHashOfAllOfIt() throws {
    var random = SplitMix(state: 9)
    let standups = (1...1_000).map { number in
      let title = "Team \(number) " + String(repeating: "é", count: 60)
      return Standup(
        id: random.identifier(),
        handle: "t-\(number)",
        title: title,
        plannedSeconds: 60
      )
    }
    let document = StandupsDocument(standups: standups)
    let back = DocumentPatch(from: StandupsDocument(), backTo: document)
    var json = JSONWriter(.compact)
    json.object { json in
      json.key("entries")
      json.array(standups.sorted { $0.id.uuidString < $1.id.uuidString }) { json, standup in
        json.object { json in
          json.key("head")
          standup.write(to: &json)
          json.key("id")
          json.id(standup.id)
          json.key("meetings")
          json.array([Int]()) { $0.number($1) }
        }
      }
    }
    let whole = json.finished()
    #expect(whole.count > 2 * JSONWriter.piece)
    #expect(back.fingerprint == String(StableHash.value(of: whole), radix: 16))
  }

  @Test func aSmallChangeIsASmallPatch() throws {
    var old = StandupsDocument()
    var random = SplitMix(state: 7)
    for _ in 0..<500 { change(&old, &random) }
    let id = UUID()
    old.standups.append(Standup(id: id, handle: "a", title: "A", plannedSeconds: 60))
    var new = old
    new.standups[new.standups.count - 1].title = "B"
    #expect(try JSONEncoder().encode(DocumentPatch(from: new, backTo: old)).count < 500)
  }
}

/// The same numbers for the same seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// An identifier that the seed determines.
  mutating func identifier() -> UUID {
    let text = String(
      format: "%08X-0000-4000-8000-%012X",
      UInt32(truncatingIfNeeded: next()),
      next() >> 16
    )
    return UUID(uuidString: text) ?? UUID()
  }
}
