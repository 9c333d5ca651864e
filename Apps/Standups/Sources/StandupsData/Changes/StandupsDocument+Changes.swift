package import Foundation

extension StandupsDocument {
  /// Adds a stand-up.
  ///
  /// - Parameters:
  ///   - draft: Its `title` is required; a missing length is taken from the settings.
  ///   - makeID: Gives the new ids.
  /// - Returns: The new stand-up.
  /// - Throws: ``StandupsError`` with code `usage` if the draft breaks a rule or the title or handle
  ///   is taken.
  package mutating func add(
    _ draft: StandupDraft,
    makeID: () -> UUID
  ) throws(StandupsError) -> Standup {
    let title = NameRule.trimmed(draft.title ?? "")
    let handle: String
    if let wanted = draft.handle {
      handle = wanted
    } else {
      handle = Handle.make(from: title, taken: Set(standups.map(\.handle)))
    }
    var standup = Standup(
      id: makeID(),
      handle: handle,
      title: title,
      plannedSeconds: draft.plannedSeconds ?? settings.defaultSeconds
    )
    try standup.apply(draft, makeID: makeID)
    try checkFree(standup, except: nil)
    standups.append(standup)
    return standup
  }

  /// Changes what a draft names of one stand-up.
  ///
  /// - Returns: The stand-up as it is now.
  /// - Throws: ``StandupsError``: `noInput` if the stand-up is gone or has no such attendee, `usage` if
  ///   the result breaks a rule.
  package mutating func edit(
    _ id: Standup.ID,
    _ draft: StandupDraft,
    makeID: () -> UUID
  ) throws(StandupsError) -> Standup {
    let index = try position(of: id, "The stand-up was removed by somebody else.")
    var standup = standups[index]
    try standup.apply(draft, makeID: makeID)
    try checkFree(standup, except: index)
    standups[index] = standup
    return standup
  }

  /// Removes a stand-up with its meetings.
  ///
  /// - Returns: The removed stand-up.
  /// - Throws: ``StandupsError`` with code `noInput` if the stand-up is gone.
  package mutating func remove(_ id: Standup.ID) throws(StandupsError) -> Standup {
    standups.remove(at: try position(of: id, "The stand-up was removed by somebody else."))
  }

  /// Removes one meeting; one that is gone already is no failure.
  ///
  /// - Returns: The stand-up as it is now.
  /// - Throws: ``StandupsError`` with code `noInput` if the stand-up is gone.
  package mutating func removeMeeting(
    _ meeting: Meeting.ID,
    of id: Standup.ID
  ) throws(StandupsError) -> Standup {
    let index = try position(of: id, "The stand-up was removed by somebody else.")
    standups[index].meetings.removeAll { $0.id == meeting }
    return standups[index]
  }

  /// Adds a meeting to its stand-up, in the order of time.
  ///
  /// - Returns: The stand-up as it is now.
  /// - Throws: ``StandupsError`` with code `noInput` if the stand-up is gone.
  @discardableResult
  package mutating func record(
    _ meeting: Meeting,
    of standup: Standup.ID
  ) throws(StandupsError) -> Standup {
    let index = try position(of: standup, "The stand-up was removed while its meeting was running.")
    standups[index].insert(meeting)
    return standups[index]
  }

  private func position(
    of id: Standup.ID,
    _ message: String
  ) throws(StandupsError) -> Int {
    guard let index = standups.firstIndex(where: { $0.id == id }) else {
      throw StandupsError(.noInput, message)
    }
    return index
  }

  private func checkFree(_ standup: Standup, except index: Int?) throws(StandupsError) {
    for (other, existing) in standups.enumerated() where other != index {
      if existing.handle == standup.handle {
        throw StandupsError(.usage, "The handle \"\(standup.handle)\" is taken; choose another.")
      }
      if existing.title.lowercased() == standup.title.lowercased() {
        throw StandupsError(
          .usage,
          "There is a stand-up \"\(existing.title)\" already (\(existing.handle))."
        )
      }
    }
  }
}

extension Standup {
  mutating func apply(_ draft: StandupDraft, makeID: () -> UUID) throws(StandupsError) {
    if let title = draft.title { self.title = NameRule.trimmed(title) }
    if let handle = draft.handle { self.handle = handle }
    if let seconds = draft.plannedSeconds { plannedSeconds = seconds }
    if let theme = draft.theme { self.theme = theme }
    for name in draft.leaving {
      attendees.remove(at: try position(ofAttendee: name))
    }
    for name in draft.joining {
      attendees.append(Attendee(id: makeID(), name: NameRule.trimmed(name)))
    }
    if let problem = firstProblem() {
      throw StandupsError(.usage, problem.message)
    }
  }

  /// Adds a meeting before the first that is later.
  mutating func insert(_ meeting: Meeting) {
    let index = meetings.lastIndex { $0.date <= meeting.date }.map { $0 + 1 } ?? 0
    meetings.insert(meeting, at: index)
  }
}
