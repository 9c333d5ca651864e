import StrataCore
import StrataExtensions

/// Writes the change of a property as lines.
struct ChangeText: Sendable {
  /// The number of lines after which one change is cut.
  static let maxLines = 100

  private let changes: DebugOptions.Changes
  private let text = WriteText(limit: 200)

  init(_ changes: DebugOptions.Changes) {
    self.changes = changes
  }

  /// The lines of a change, under the property's path.
  func lines(_ path: String, of change: borrowing Change) -> [String] {
    guard let edits = change.edits else {
      return lines(path, from: change.anyOldValue, to: change.anyNewValue)
    }
    let removed = edits.removed.map { "- \(text.name(of: $0))" }
    let added = edits.added.map { "+ \(text.name(of: $0))" }
    let edited = bounded(removed + added)
    if edited.count == 1 { return ["\(path): \(edited[0])"] }
    if !edited.isEmpty { return ["\(path):"] + edited.map { "  \($0)" } }
    // The same models, in another order or with something else beside them.
    let order = text.contexts(of: change.anyNewValue) ?? "changed"
    return ["\(path) = \(order)"]
  }

  /// The lines of a value's change, under a name; the old value may be unknown.
  func lines(_ name: String, from old: Any?, to new: Any) -> [String] {
    guard let style = changes.style, let old else { return lines(name, is: new) }
    if let before = shortText(of: old), let after = shortText(of: new) {
      return before == after ? [] : ["\(name): \(before) → \(after)"]
    }
    let difference = style.lines(from: old, to: new, maxLines: Self.maxLines) ?? []
    return difference.isEmpty ? [] : ["\(name):"] + difference.map { "  \($0)" }
  }

  private func lines(_ name: String, is value: Any) -> [String] {
    var lines = ValueDump(maxLines: Self.maxLines).text(of: value)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[0] = "\(name) = \(lines[0])"
    return lines
  }

  /// The text of a value that fits on a line beside another one.
  private func shortText(of value: Any) -> String? {
    let text = ValueDump(maxLines: 2).text(of: value)
    return text.count <= 60 && !text.contains("\n") ? text : nil
  }

  private func bounded(_ lines: [String]) -> [String] {
    guard lines.count > Self.maxLines else { return lines }
    return lines.prefix(Self.maxLines) + ["… \(lines.count - Self.maxLines) more"]
  }
}

extension DebugOptions.Triggers {
  /// The trigger of an evaluation, as lines: the first names the property.
  func lines(_ path: String, of change: borrowing Change) -> [String] {
    switch self {
    case .name: [path]
    case .withValue: ChangeText(.value).lines(path, of: change)
    case .withDiff: ChangeText(.diff).lines(path, of: change)
    }
  }

  /// The lines of several triggers, under a heading.
  func lines(_ heading: String, _ triggers: [[String]]) -> [String] {
    if self == .name { return ["\(heading) \(triggers.joined().joined(separator: ", "))"] }
    if triggers.count == 1, triggers[0].count == 1 { return ["\(heading) \(triggers[0][0])"] }
    return ["\(heading):"] + triggers.joined().map { "  \($0)" }
  }
}
