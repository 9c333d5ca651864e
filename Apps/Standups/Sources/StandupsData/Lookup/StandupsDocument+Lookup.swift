import Foundation

extension StandupsDocument {
  /// Finds the stand-up that a person named: by handle, title, id, or a beginning that fits one only.
  ///
  /// - Returns: Its position in ``standups``.
  /// - Throws: ``StandupsError`` with code `noInput` and suggestions if none fits, `usage` if several
  ///   do.
  package func position(of name: String) throws(StandupsError) -> Int {
    let wanted = NameRule.trimmed(name).lowercased()
    if let index = standups.firstIndex(where: { $0.handle == wanted }) { return index }
    let titled = standups.indices.filter { standups[$0].title.lowercased() == wanted }
    if titled.count == 1 { return titled[0] }
    var matches = titled
    if matches.isEmpty, !wanted.isEmpty {
      matches = standups.indices.filter {
        standups[$0].handle.hasPrefix(wanted)
          || (wanted.count >= 4 && standups[$0].id.uuidString.lowercased().hasPrefix(wanted))
      }
    }
    if matches.count == 1 { return matches[0] }
    if !matches.isEmpty {
      throw StandupsError(
        .usage,
        "\"\(name)\" fits \(matches.count) stand-ups; name one of them whole.",
        suggestions: matches.prefix(3).map { standups[$0].handle }
      )
    }
    throw noSuchStandup(name)
  }

  /// The error for a name that fits nothing.
  private func noSuchStandup(_ name: String) -> StandupsError {
    guard !standups.isEmpty else {
      return StandupsError(
        .noInput,
        "There is no stand-up \"\(name)\": the data file holds none yet. Add one with `add`."
      )
    }
    var suggestions = Nearness.nearest(to: name, among: standups.map(\.handle))
    for title in Nearness.nearest(to: name, among: standups.map(\.title)) {
      let handle = standups.first { $0.title == title }?.handle
      if let handle, !suggestions.contains(handle) { suggestions.append(handle) }
    }
    let hint = suggestions.isEmpty ? " The command `list` shows those there are." : ""
    return StandupsError(
      .noInput,
      "There is no stand-up \"\(name)\".\(hint)",
      suggestions: Array(suggestions.prefix(3))
    )
  }
}

extension Standup {
  /// Finds a meeting by its number, where 1 is the oldest and -1 the latest.
  ///
  /// - Returns: Its position in ``meetings``.
  /// - Throws: ``StandupsError`` with code `noInput`.
  package func position(ofMeeting number: Int) throws(StandupsError) -> Int {
    let index = number < 0 ? meetings.count + number : number - 1
    guard meetings.indices.contains(index) else {
      let held =
        switch meetings.count {
        case 0: "no meeting was held yet"
        case 1: "only meeting 1 was held"
        default: "meetings 1 to \(meetings.count) were held"
        }
      throw StandupsError(.noInput, "\(handle) has no meeting \(number): \(held).")
    }
    return index
  }

  /// Finds an attendee by name, in any case.
  ///
  /// - Returns: Its position in ``attendees``.
  /// - Throws: ``StandupsError`` with code `noInput` and suggestions.
  package func position(ofAttendee name: String) throws(StandupsError) -> Int {
    let wanted = NameRule.trimmed(name).lowercased()
    if let index = attendees.firstIndex(where: { $0.name.lowercased() == wanted }) { return index }
    throw StandupsError(
      .noInput,
      "Nobody called \"\(name)\" attends \(handle).",
      suggestions: Nearness.nearest(to: name, among: attendees.map(\.name))
    )
  }
}
