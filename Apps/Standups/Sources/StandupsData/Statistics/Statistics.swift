package import Foundation

/// Figures about past meetings.
package struct Statistics: Hashable, Sendable {
  /// The figures of one stand-up.
  package struct OfStandup: Hashable, Sendable {
    package var handle: String
    package var title: String
    package var meetings: Int
    package var totalSeconds: Int
    package var longestSeconds: Int
    package var plannedSeconds: Int
    /// The number of meetings that took longer than planned.
    package var overruns: Int
    package var lastDate: Date?

    package init(
      handle: String,
      title: String,
      meetings: Int,
      totalSeconds: Int,
      longestSeconds: Int,
      plannedSeconds: Int,
      overruns: Int,
      lastDate: Date?
    ) {
      self.handle = handle
      self.title = title
      self.meetings = meetings
      self.totalSeconds = totalSeconds
      self.longestSeconds = longestSeconds
      self.plannedSeconds = plannedSeconds
      self.overruns = overruns
      self.lastDate = lastDate
    }

    /// The mean length, rounded down; zero without meetings.
    package var averageSeconds: Int { meetings == 0 ? 0 : totalSeconds / meetings }
  }

  /// The figures of one person.
  package struct OfSpeaker: Hashable, Sendable {
    package var name: String
    package var turns: Int
    package var totalSeconds: Int
    package var longestSeconds: Int

    package init(name: String, turns: Int, totalSeconds: Int, longestSeconds: Int) {
      self.name = name
      self.turns = turns
      self.totalSeconds = totalSeconds
      self.longestSeconds = longestSeconds
    }

    /// The mean length of a turn, rounded down; zero without turns.
    package var averageSeconds: Int { turns == 0 ? 0 : totalSeconds / turns }
  }

  /// In the order of the document.
  package var standups: [OfStandup]
  /// The speakers, the longest speaking time first; equal times by name.
  package var speakers: [OfSpeaker]

  /// The sum over all stand-ups.
  package var meetings: Int { standups.reduce(0) { $0 + $1.meetings } }
  /// The sum over all stand-ups.
  package var totalSeconds: Int { standups.reduce(0) { $0 + $1.totalSeconds } }

  /// Counts the meetings of some stand-ups.
  ///
  /// - Parameters:
  ///   - standups: The stand-ups.
  ///   - start: Earlier meetings do not count; `nil` counts all.
  /// - Complexity: O(n log n) in the number of turns.
  package init(of standups: [Standup], since start: Date? = nil) {
    var speakers: [String: OfSpeaker] = [:]
    self.standups = standups.map { standup in
      let meetings = standup.meetings.filter { start == nil || $0.date >= start ?? $0.date }
      for turn in meetings.lazy.flatMap(\.turns) {
        speakers[turn.name, default: OfSpeaker(name: turn.name)].count(turn)
      }
      return OfStandup(counting: meetings, of: standup)
    }
    self.speakers = speakers.values.sorted {
      ($1.totalSeconds, $0.name) < ($0.totalSeconds, $1.name)
    }
  }
}

extension Statistics.OfStandup {
  fileprivate init(counting meetings: [Meeting], of standup: Standup) {
    self.init(
      handle: standup.handle,
      title: standup.title,
      meetings: meetings.count,
      totalSeconds: meetings.reduce(0) { $0 + $1.seconds },
      longestSeconds: meetings.map(\.seconds).max() ?? 0,
      plannedSeconds: standup.plannedSeconds,
      overruns: meetings.count { $0.seconds > standup.plannedSeconds },
      lastDate: meetings.map(\.date).max()
    )
  }
}

extension Statistics.OfSpeaker {
  fileprivate init(name: String) {
    self.init(name: name, turns: 0, totalSeconds: 0, longestSeconds: 0)
  }

  fileprivate mutating func count(_ turn: Turn) {
    turns += 1
    totalSeconds += turn.seconds
    longestSeconds = max(longestSeconds, turn.seconds)
  }
}
