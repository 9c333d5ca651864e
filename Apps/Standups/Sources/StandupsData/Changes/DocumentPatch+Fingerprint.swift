import Foundation
import ProgramFiles

extension DocumentPatch {
  /// How many entries are encoded at once: the encoder takes some ten times the bytes of what it writes.
  private static let piece = 256

  /// A number that two patches practically share only if they are equal.
  ///
  /// Indices do not count, because a stand-up that another process has added or removed moves others. It is the hash
  /// of the patch's JSON.
  package var fingerprint: String {
    var entries = entries.map(\.plain)
    entries.sort { $0.id.uuidString < $1.id.uuidString }
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys]
    var hash = StableHash()
    hash.add(#"{"entries":["#.utf8)
    for start in stride(from: 0, to: entries.count, by: Self.piece) {
      let part = entries[start..<min(start + Self.piece, entries.count)]
      guard let data = try? encoder.encode(Array(part)) else { return "" }
      if start > 0 { hash.add(",".utf8) }
      hash.add(data.dropFirst().dropLast())
    }
    hash.add("]".utf8)
    if let settings {
      guard let data = try? encoder.encode(settings) else { return "" }
      hash.add(#","settings":"#.utf8)
      hash.add(data)
    }
    hash.add("}".utf8)
    return hash.digits
  }

  /// Fewer bytes than its JSON has, at once.
  ///
  /// A change that is too long for a record is found out before it is encoded.
  package var leastBytes: Int {
    entries.reduce(0) { sum, entry in
      let meetings = entry.meetings.reduce(0) { sum, meeting in
        let value = meeting.value
        let lines = value?.transcript.reduce(0) { $0 + 34 + $1.speaker.utf8.count + $1.text.utf8.count }
        return sum + 44 + (lines ?? 0) + 20 * (value?.turns.count ?? 0)
      }
      return sum + 58 + meetings + 50 * (entry.head?.attendees.count ?? 0)
    }
  }
}

extension DocumentPatch.Entry {
  fileprivate var plain: Self {
    var plain = self
    plain.index = nil
    for place in plain.meetings.indices { plain.meetings[place].index = nil }
    plain.meetings.sort { $0.id.uuidString < $1.id.uuidString }
    return plain
  }
}
