import Foundation

/// The selection and the order of listed stand-ups.
package struct StandupQuery: Hashable, Sendable {
  /// The sort key of stand-ups.
  package enum Order: String, CaseIterable, Sendable {
    /// As they were added.
    case added
    case handle
    case title
    case length
    case people
    case meetings
    /// By the latest meeting; those without one come first.
    case last
  }

  package var order: Order
  /// Whether the last comes first.
  package var isReversed: Bool
  /// The words that a stand-up must contain, in its handle, its title, its theme or its people.
  package var words: [String]

  /// Makes a query.
  package init(order: Order = .added, isReversed: Bool = false, words: [String] = []) {
    self.order = order
    self.isReversed = isReversed
    // An empty word is part of each text, and `contains` says otherwise.
    self.words = words.map { $0.lowercased() }.filter { !$0.isEmpty }
  }

  /// The stand-ups that are meant, in order; those that are alike stay as they were.
  ///
  /// - Complexity: O(n log n)
  package func answer(_ standups: [Standup]) -> [Standup] {
    let found = words.isEmpty ? standups : standups.filter(holds)
    let sorted = sort(found)
    return isReversed ? sorted.reversed() : sorted
  }

  private func holds(_ standup: Standup) -> Bool {
    let texts =
      [standup.handle, standup.title, standup.theme.rawValue] + standup.attendees.map(\.name)
    let lowered = texts.map { $0.lowercased() }
    return words.allSatisfy { word in lowered.contains { $0.contains(word) } }
  }

  private func sort(_ standups: [Standup]) -> [Standup] {
    switch order {
    case .added: standups
    case .handle: sort(standups) { $0.handle }
    case .title: sort(standups) { $0.title.lowercased() }
    case .length: sort(standups) { $0.plannedSeconds }
    case .people: sort(standups) { $0.attendees.count }
    case .meetings: sort(standups) { $0.meetings.count }
    case .last: sort(standups) { $0.meetings.last?.date ?? .distantPast }
    }
  }

  private func sort(_ standups: [Standup], by key: (Standup) -> some Comparable) -> [Standup] {
    standups.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
