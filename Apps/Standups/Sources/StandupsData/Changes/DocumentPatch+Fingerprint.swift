import Foundation
import ProgramFiles

extension DocumentPatch {
  /// A number that two patches practically share only if they are equal.
  ///
  /// Indices do not count, because a stand-up that another process has added or removed moves others. It is the hash
  /// of the patch's JSON, as an encoder writes it that sorts keys.
  package var fingerprint: String {
    var json = JSONWriter(.compact)
    var hash = StableHash.value(of: [])
    // In pieces, because the text of many stand-ups has more bytes than they take themselves.
    withoutPlaces.write(to: &json) { json in
      if let piece = json.takePiece() { hash = StableHash.value(of: piece, after: hash) }
    }
    return String(StableHash.value(of: json.finished(), after: hash), radix: 16)
  }

  /// The same former content in the order of the ids, without indices.
  private var withoutPlaces: DocumentPatch {
    var patch = self
    patch.entries.sort { UUID.isBefore($0.id, $1.id) }
    for index in patch.entries.indices {
      patch.entries[index].index = nil
      patch.entries[index].meetings.sort { UUID.isBefore($0.id, $1.id) }
      for place in patch.entries[index].meetings.indices {
        patch.entries[index].meetings[place].index = nil
      }
    }
    return patch
  }

  /// Fewer bytes than its JSON has, at once.
  ///
  /// A change that is too long for a record is found out before it is encoded.
  package var leastBytes: Int {
    entries.reduce(0) { sum, entry in
      let meetings = entry.meetings.reduce(0) { sum, meeting in
        let value = meeting.value
        let lines = value?.transcript.reduce(0) { sum, line in
          sum + 34 + line.speaker.utf8.count + line.text.utf8.count
        }
        return sum + 44 + (lines ?? 0) + 20 * (value?.turns.count ?? 0)
      }
      return sum + 58 + meetings + 50 * (entry.head?.attendees.count ?? 0)
    }
  }
}
