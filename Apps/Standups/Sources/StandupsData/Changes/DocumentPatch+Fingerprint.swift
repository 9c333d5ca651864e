import Foundation
import ProgramFiles

extension DocumentPatch {
  /// A number that two patches practically share only if they are equal.
  ///
  /// Indices do not count, because a stand-up that another process has added or removed moves others. It is the hash
  /// of the patch's JSON, as an encoder writes it that sorts keys.
  package var fingerprint: String {
    var json = JSONWriter(.compact)
    json.object { json in
      json.key("entries")
      json.array(entries.sorted { UUID.isBefore($0.id, $1.id) }) { $1.write(to: &$0) }
      if let settings {
        json.key("settings")
        settings.write(to: &json)
      }
    }
    return String(StableHash.value(of: json.finished()), radix: 16)
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

extension DocumentPatch.Entry {
  /// Writes it without indices.
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      if let head {
        json.key("head")
        head.write(to: &json)
      }
      json.key("id")
      json.id(id)
      json.key("meetings")
      json.array(meetings.sorted { UUID.isBefore($0.id, $1.id) }) { json, meeting in
        json.object { json in
          json.key("id")
          json.id(meeting.id)
          if let value = meeting.value {
            json.key("value")
            value.write(to: &json)
          }
        }
      }
    }
  }
}
