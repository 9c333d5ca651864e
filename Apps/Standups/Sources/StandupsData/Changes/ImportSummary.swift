/// The result of an import, by the handles of the stand-ups.
package struct ImportSummary: Hashable, Sendable, Codable {
  package var added: [String] = []
  package var updated: [String] = []
  package var unchanged: [String] = []
  /// The number of meetings that were new.
  package var meetings = 0

  package init() {}

  /// Whether the document differs afterwards.
  package var changesSomething: Bool { !added.isEmpty || !updated.isEmpty || meetings > 0 }
}
