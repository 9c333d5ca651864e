package import Foundation
package import ProgramFiles

extension StandupsDocument {
  /// The document as JSON: sorted keys, indented, with a newline at the end.
  ///
  /// - Complexity: O(n) in the elements, in time; the memory is that of the text.
  package func json() -> Data {
    var data = Data()
    _ = write { data.append($0) }
    return data
  }

  /// Writes the document as JSON, a piece after the other, so that the text need not be in memory at once.
  ///
  /// - Parameter emit: Takes the pieces.
  /// - Returns: How many values it has.
  /// - Throws: The error of `emit`.
  func write<Failure: Error>(to emit: (Data) throws(Failure) -> Void) throws(Failure) -> Int {
    var json = JSONWriter()
    try json.object { json throws(Failure) in
      json.key("format")
      json.text(Self.format)
      json.key("settings")
      settings.write(to: &json)
      json.key("standups")
      try json.array(standups) { json, standup throws(Failure) in
        standup.write(to: &json)
        if let piece = json.takePiece() { try emit(piece) }
      }
      json.key("version")
      json.number(Self.version)
    }
    let values = json.values
    try emit(json.finished())
    return values
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
      json.array(transcript) { $1.write(to: &$0) }
      json.key("turns")
      json.array(turns) { $1.write(to: &$0) }
    }
  }
}

extension TranscriptLine {
  /// Writes it as an object.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("second")
      json.number(second)
      json.key("speaker")
      json.text(speaker)
      json.key("text")
      json.text(text)
    }
  }
}

extension Turn {
  /// Writes it as an object.
  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("name")
      json.text(name)
      json.key("seconds")
      json.number(seconds)
    }
  }
}

extension JSONWriter {
  /// Writes an id.
  package mutating func id(_ id: UUID) { plain(id.digits) }

  /// Writes a date in ISO 8601, in whole seconds.
  package mutating func date(_ date: Date) { text(date.formatted(.iso8601)) }
}
