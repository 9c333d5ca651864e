import Foundation
import ProgramFiles

/// The former content of a part of a document: enough to restore it.
///
/// It names only the differences of two documents, so a record of a change stays small beside the document.
package struct DocumentPatch: Codable, Hashable, Sendable {
  /// A stand-up in the former document.
  struct Entry: Codable, Hashable, Sendable {
    let id: UUID
    /// Its former index; `nil` if it did not exist.
    var index: Int?
    /// The stand-up without its meetings; `nil` if it did not exist.
    var head: Standup?
    /// The meetings that differ.
    var meetings: [MeetingEntry] = []
  }

  /// A meeting in the former document.
  struct MeetingEntry: Codable, Hashable, Sendable {
    let id: UUID
    /// Its former index; `nil` if it did not exist.
    var index: Int?
    /// `nil` if it did not exist.
    var value: Meeting?
  }

  /// `nil` unless they differ.
  private(set) var settings: Settings?
  /// The stand-ups that differ.
  var entries: [Entry] = []

  /// Makes the patch that leads back from a document to an older one.
  ///
  /// - Complexity: O(n) in the elements of both documents.
  package init(from new: StandupsDocument, backTo old: StandupsDocument) {
    if new.settings != old.settings { settings = old.settings }
    let places = Self.places(old.standups)
    let newPlaces = Self.places(new.standups)
    for id in newPlaces.keys where places[id] == nil { entries.append(Entry(id: id)) }
    for (index, standup) in old.standups.enumerated() {
      let other = newPlaces[standup.id].map { new.standups[$0] }
      if other == standup { continue }
      entries.append(Self.entry(standup, at: index, unlike: other))
    }
    // One change has one patch, for any order of the table.
    entries.sort { one, other in
      let (index, otherIndex) = (one.index ?? -1, other.index ?? -1)
      return index == otherIndex ? UUID.isBefore(one.id, other.id) : index < otherIndex
    }
  }

  private init() {}

  private static func entry(_ standup: Standup, at index: Int, unlike other: Standup?) -> Entry {
    var entry = Entry(id: standup.id, index: index, head: standup)
    entry.head?.meetings = []
    let known = places(other?.meetings ?? [])
    for (index, meeting) in standup.meetings.enumerated() {
      let isSame = known[meeting.id].flatMap { other?.meetings[$0] } == meeting
      if !isSame {
        entry.meetings.append(MeetingEntry(id: meeting.id, index: index, value: meeting))
      }
    }
    let own = Set(standup.meetings.map(\.id))
    for meeting in other?.meetings ?? [] where !own.contains(meeting.id) {
      entry.meetings.append(MeetingEntry(id: meeting.id))
    }
    return entry
  }

  private static func places<Value: Identifiable>(_ values: [Value]) -> [Value.ID: Int] {
    Dictionary(values.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }
}

extension DocumentPatch {
  /// The current content of a document, as far as this patch would change it.
  ///
  /// - Returns: The patch that leads back, once this one was applied.
  package func current(in document: StandupsDocument) -> DocumentPatch {
    var current = DocumentPatch()
    if settings != nil { current.settings = document.settings }
    let places = Self.places(document.standups)
    for entry in entries {
      guard let index = places[entry.id] else {
        current.entries.append(Entry(id: entry.id))
        continue
      }
      let standup = document.standups[index]
      var now = Entry(id: entry.id, index: index, head: standup)
      now.head?.meetings = []
      let known = Self.places(standup.meetings)
      // A stand-up that is to go takes all its meetings with it, also those that are not named.
      let ids = entry.head == nil ? standup.meetings.map(\.id) : entry.meetings.map(\.id)
      for id in ids {
        let place = known[id]
        let value = place.map { standup.meetings[$0] }
        now.meetings.append(MeetingEntry(id: id, index: place, value: value))
      }
      current.entries.append(now)
    }
    return current
  }

  /// Applies this patch to a document.
  ///
  /// Stand-ups and meetings that come back get their former index, as far as there are so many.
  ///
  /// - Complexity: O(n) in the document, and in the patch times the stand-ups that come back.
  package func apply(to document: inout StandupsDocument) {
    if let settings { document.settings = settings }
    let gone = Set(entries.filter { $0.head == nil }.map(\.id))
    if !gone.isEmpty { document.standups.removeAll { gone.contains($0.id) } }
    let places = Self.places(document.standups)
    for entry in entries {
      guard var standup = entry.head else { continue }
      let place = places[entry.id]
      standup.meetings = place.map { document.standups[$0].meetings } ?? []
      Self.apply(entry.meetings, to: &standup.meetings)
      if let place { document.standups[place] = standup }
    }
    // In the order of the indices, so that each finds those before it at theirs.
    let returning = entries.filter { places[$0.id] == nil && $0.head != nil }
    for entry in returning.sorted(by: { ($0.index ?? 0) < ($1.index ?? 0) }) {
      guard var standup = entry.head else { continue }
      Self.apply(entry.meetings, to: &standup.meetings)
      let place = max(0, min(entry.index ?? 0, document.standups.count))
      document.standups.insert(standup, at: place)
    }
  }

  private static func apply(_ entries: [MeetingEntry], to meetings: inout [Meeting]) {
    let touched = Set(entries.map(\.id))
    guard !touched.isEmpty else { return }
    meetings.removeAll { touched.contains($0.id) }
    let returning = entries.filter { $0.value != nil }
    for entry in returning.sorted(by: { ($0.index ?? 0) < ($1.index ?? 0) }) {
      guard let value = entry.value else { continue }
      meetings.insert(value, at: max(0, min(entry.index ?? 0, meetings.count)))
    }
  }
}
