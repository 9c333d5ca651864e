import Foundation
import StandupsFeatures
import StrataCore

/// `why`.
struct ChangesReport: Encodable {
  /// One change; `steps` are those that led to it, the outermost first.
  struct Change: Encodable {
    let date: Date
    let user: String
    let command: String?
    let change: String
    let property: String
    let old: String?
    let new: String?
    let steps: [String]
  }

  let changes: [Change]

  init(_ entries: [ChangeEntry]) {
    changes = entries.map { entry in
      Change(
        date: entry.date,
        user: entry.user,
        command: entry.command,
        change: entry.change,
        property: entry.record.property,
        old: entry.record.old,
        new: entry.record.new,
        steps: entry.record.steps.map { "\($0)" }
      )
    }
  }
}
