package import ProgramFiles

extension DocumentPatch {
  /// Writes it as an encoder does that sorts keys, in a fraction of the memory.
  ///
  /// - Parameters:
  ///   - json: Takes the text.
  ///   - onEntry: Called behind each entry, so that a part of the text can be taken.
  package func write(
    to json: inout JSONWriter,
    onEntry: (inout JSONWriter) -> Void = { _ in }
  ) {
    json.object { json in
      json.key("entries")
      json.array(entries) {
        $1.write(to: &$0)
        onEntry(&$0)
      }
      if let settings {
        json.key("settings")
        settings.write(to: &json)
      }
    }
  }
}

extension DocumentPatch.Entry {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      if let head {
        json.key("head")
        head.write(to: &json)
      }
      json.key("id")
      json.id(id)
      if let index {
        json.key("index")
        json.number(index)
      }
      json.key("meetings")
      json.array(meetings) { $1.write(to: &$0) }
    }
  }
}

extension DocumentPatch.MeetingEntry {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.id(id)
      if let index {
        json.key("index")
        json.number(index)
      }
      if let value {
        json.key("value")
        value.write(to: &json)
      }
    }
  }
}
