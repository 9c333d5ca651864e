package import Foundation

extension StandupsDocument {
  /// Takes over the stand-ups of another document.
  ///
  /// Stand-ups are recognised by id. What is known takes the imported title, length, theme and
  /// attendees and keeps its own handle; meetings of both sides are kept, each once. Nothing is
  /// removed, and settings stay.
  package mutating func merge(_ other: StandupsDocument) -> ImportSummary {
    var summary = ImportSummary()
    var positions: [Standup.ID: Int] = [:]
    for (index, standup) in standups.enumerated() { positions[standup.id] = index }
    var handles = Set(standups.map(\.handle))
    for var imported in other.standups {
      if let index = positions[imported.id] {
        let old = standups[index]
        imported.handle = old.handle
        summary.meetings += imported.addMeetings(of: old)
        standups[index] = imported
        imported == old
          ? summary.unchanged.append(old.handle) : summary.updated.append(old.handle)
      } else {
        if handles.contains(imported.handle) {
          imported.handle = Handle.make(from: imported.handle, taken: handles)
        }
        handles.insert(imported.handle)
        positions[imported.id] = standups.count
        standups.append(imported)
        summary.added.append(imported.handle)
        summary.meetings += imported.meetings.count
      }
    }
    return summary
  }

  /// Takes over the rows of a team table.
  ///
  /// A row belongs to the stand-up with its handle, or else with its title in any case; other rows are
  /// added. People who stay keep their ids.
  ///
  /// - Throws: ``StandupsError`` with code `data` if the result breaks a rule.
  package mutating func merge(
    _ rows: [TeamTable.Row],
    makeID: () -> UUID
  ) throws(StandupsError) -> ImportSummary {
    var summary = ImportSummary()
    for row in rows {
      if let index = position(of: row) {
        let old = standups[index]
        standups[index].apply(row, makeID: makeID)
        standups[index] == old
          ? summary.unchanged.append(old.handle) : summary.updated.append(old.handle)
      } else {
        var standup = Standup(
          id: makeID(),
          handle: row.handle ?? Handle.make(from: row.title, taken: Set(standups.map(\.handle))),
          title: row.title,
          plannedSeconds: settings.defaultSeconds
        )
        standup.apply(row, makeID: makeID)
        standups.append(standup)
        summary.added.append(standup.handle)
      }
    }
    if let problem = firstProblem() {
      throw StandupsError(.data, "\(problem.message) Nothing was imported.", place: problem.element)
    }
    return summary
  }

  private func position(of row: TeamTable.Row) -> Int? {
    if let handle = row.handle, let index = standups.firstIndex(where: { $0.handle == handle }) {
      return index
    }
    let title = row.title.lowercased()
    return standups.firstIndex { $0.title.lowercased() == title }
  }
}

extension Standup {
  /// Adds the meetings of an older state of this stand-up that it does not hold itself.
  ///
  /// - Returns: How many it holds that the older state does not.
  fileprivate mutating func addMeetings(of old: Standup) -> Int {
    let known = Set(meetings.map(\.id))
    let new = known.subtracting(old.meetings.map(\.id)).count
    // What the data file holds of a meeting is not overwritten by an import.
    var byID: [Meeting.ID: Meeting] = [:]
    for meeting in meetings + old.meetings { byID[meeting.id] = meeting }
    meetings = byID.values.sorted {
      ($0.date, $0.id.uuidString) < ($1.date, $1.id.uuidString)
    }
    return new
  }

  fileprivate mutating func apply(_ row: TeamTable.Row, makeID: () -> UUID) {
    title = row.title
    if let seconds = row.plannedSeconds { plannedSeconds = seconds }
    if let theme = row.theme { self.theme = theme }
    guard let names = row.attendees else { return }
    let known = attendees
    attendees = names.map { name in
      known.first { $0.name.lowercased() == name.lowercased() }
        .map { Attendee(id: $0.id, name: name) } ?? Attendee(id: makeID(), name: name)
    }
  }
}
