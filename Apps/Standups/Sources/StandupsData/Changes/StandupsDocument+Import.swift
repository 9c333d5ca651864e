package import Foundation

extension StandupsDocument {
  /// Takes over the stand-ups of another document.
  ///
  /// Stand-ups are recognised by id. A known one takes the imported title, length, theme and attendees, and its
  /// own handle stays. Meetings of both sides stay, each once. Nothing is removed, and settings stay.
  package mutating func merge(_ other: StandupsDocument) -> ImportSummary {
    var summary = ImportSummary()
    var positions: [Standup.ID: Int] = [:]
    for (index, standup) in standups.enumerated() { positions[standup.id] = index }
    var handles = Set(standups.map(\.handle))
    var free = FreeHandles()
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
          imported.handle = free.make(from: imported.handle, taken: handles)
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
  /// A row belongs to the stand-up with its handle, or else with its title in any case; other rows are added.
  /// People who stay have their former ids.
  ///
  /// - Throws: ``StandupsError`` with code `data` if the result breaks a rule.
  package mutating func merge(
    _ rows: [TeamTable.Row],
    makeID: () -> UUID
  ) throws(StandupsError) -> ImportSummary {
    var summary = ImportSummary()
    var index = RowIndex(of: standups)
    for row in rows {
      if let position = index.position(of: row) {
        let old = standups[position]
        standups[position].apply(row, makeID: makeID)
        index.rename(old.title, to: row.title, at: position)
        standups[position] == old
          ? summary.unchanged.append(old.handle) : summary.updated.append(old.handle)
      } else {
        var standup = Standup(
          id: makeID(),
          handle: row.handle ?? index.makeHandle(from: row.title),
          title: row.title,
          plannedSeconds: settings.defaultSeconds
        )
        standup.apply(row, makeID: makeID)
        index.add(standup, at: standups.count)
        standups.append(standup)
        summary.added.append(standup.handle)
      }
    }
    if let problem = firstProblem() {
      throw StandupsError(.data, "\(problem.message) Nothing was imported.", place: problem.element)
    }
    return summary
  }
}

/// Makes handles that are free, also for many titles that are alike, each in constant time.
struct FreeHandles {
  private var next: [String: Int] = [:]
  /// How often a handle was looked up, for tests of growth.
  private(set) var lookups = 0

  mutating func make(from title: String, taken: Set<String>) -> String {
    let stem = Handle.stem(of: title)
    lookups += 1
    guard taken.contains(stem) else { return stem }
    var number = next[stem, default: 2]
    while taken.contains("\(stem)-\(number)") { (number, lookups) = (number + 1, lookups + 1) }
    lookups += 1
    next[stem] = number + 1
    return "\(stem)-\(number)"
  }
}

/// The indices of the stand-ups of a document, by handle and by title in any case.
private struct RowIndex {
  private var handles: [String: Int] = [:]
  private var titles: [String: Int] = [:]
  private var taken: Set<String> = []
  private var free = FreeHandles()

  init(of standups: [Standup]) {
    for (position, standup) in standups.enumerated() { add(standup, at: position) }
  }

  func position(of row: TeamTable.Row) -> Int? {
    if let position = row.handle.flatMap({ handles[$0] }) { return position }
    return titles[row.title.lowercased()]
  }

  mutating func add(_ standup: Standup, at position: Int) {
    taken.insert(standup.handle)
    handles[standup.handle] = position
    // Of several with one title, the first is meant.
    titles[standup.title.lowercased()] = titles[standup.title.lowercased()] ?? position
  }

  mutating func rename(_ old: String, to new: String, at position: Int) {
    if titles[old.lowercased()] == position { titles[old.lowercased()] = nil }
    titles[new.lowercased()] = min(titles[new.lowercased()] ?? position, position)
  }

  mutating func makeHandle(from title: String) -> String { free.make(from: title, taken: taken) }
}

extension Standup {
  /// Adds the meetings of an older state of this stand-up that it does not contain itself.
  ///
  /// - Returns: How many it contains that the older state does not.
  fileprivate mutating func addMeetings(of old: Standup) -> Int {
    let known = Set(meetings.map(\.id))
    let new = known.subtracting(old.meetings.map(\.id)).count
    // An import does not overwrite the data file's own meetings.
    var byID: [Meeting.ID: Meeting] = [:]
    for meeting in meetings + old.meetings { byID[meeting.id] = meeting }
    meetings = byID.values.sorted {
      $0.date == $1.date ? UUID.isBefore($0.id, $1.id) : $0.date < $1.date
    }
    return new
  }

  fileprivate mutating func apply(_ row: TeamTable.Row, makeID: () -> UUID) {
    title = row.title
    if let seconds = row.plannedSeconds { plannedSeconds = seconds }
    if let theme = row.theme { self.theme = theme }
    guard let names = row.attendees else { return }
    var known: [String: Attendee.ID] = [:]
    for attendee in attendees { known[attendee.name.lowercased()] = attendee.id }
    attendees = names.map { name in
      Attendee(id: known[name.lowercased()] ?? makeID(), name: name)
    }
  }
}
