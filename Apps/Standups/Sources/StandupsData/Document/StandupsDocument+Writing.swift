package import Foundation

extension StandupsDocument {
  /// The document as JSON: sorted keys, indented, with a newline at the end.
  ///
  /// - Complexity: O(n) in the elements, in time; the memory is that of the text.
  package func json() -> Data { written().json }

  /// The document as JSON, and how many values it has.
  func written() -> (json: Data, values: Int) {
    var json = JSONWriter()
    json.object { json in
      json.key("format")
      json.text(Self.format)
      json.key("settings")
      settings.write(to: &json)
      json.key("standups")
      json.array(standups) { $1.write(to: &$0) }
      json.key("version")
      json.number(Self.version)
    }
    let values = json.values
    return (json.finished(), values)
  }
}

extension Settings {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("defaultSeconds")
      json.number(defaultSeconds)
      json.key("rings")
      json.bool(rings)
    }
  }
}

extension Standup {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("attendees")
      json.array(attendees) { $1.write(to: &$0) }
      json.key("handle")
      json.text(handle)
      json.key("id")
      json.id(id)
      json.key("meetings")
      json.array(meetings) { $1.write(to: &$0) }
      json.key("plannedSeconds")
      json.number(plannedSeconds)
      json.key("theme")
      json.text(theme.rawValue)
      json.key("title")
      json.text(title)
    }
  }
}

extension Attendee {
  /// Writes it as an object.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.id(id)
      json.key("name")
      json.text(name)
    }
  }
}

extension Meeting {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("date")
      json.date(date)
      json.key("ending")
      json.text(ending.rawValue)
      json.key("id")
      json.id(id)
      json.key("seconds")
      json.number(seconds)
      json.key("transcript")
      json.array(transcript) { json, line in
        json.object { json in
          json.key("second")
          json.number(line.second)
          json.key("speaker")
          json.text(line.speaker)
          json.key("text")
          json.text(line.text)
        }
      }
      json.key("turns")
      json.array(turns) { json, turn in
        json.object { json in
          json.key("name")
          json.text(turn.name)
          json.key("seconds")
          json.number(turn.seconds)
        }
      }
    }
  }
}
