/// Stand-ups as a CSV table: one row each, the attendees' names in one field with `;` between them.
///
///     title,length,theme,attendees
///     Morning Sync,15m,blue,Ada; Grace; Edsger
///
/// The columns may stand in any order; `title` is required, and `handle` may be given.
package enum TeamTable: Sendable {
  /// A row that can be imported.
  package struct Row: Hashable, Sendable {
    package var title: String
    package var handle: String?
    /// `nil` where the table leaves it open.
    package var plannedSeconds: Int?
    /// `nil` where the table leaves it open.
    package var theme: Theme?
    /// `nil` where the table has no such column.
    package var attendees: [String]?

    package init(
      title: String,
      handle: String? = nil,
      plannedSeconds: Int? = nil,
      theme: Theme? = nil,
      attendees: [String]? = nil
    ) {
      self.title = title
      self.handle = handle
      self.plannedSeconds = plannedSeconds
      self.theme = theme
      self.attendees = attendees
    }
  }

  /// The names that a header may contain.
  package static let columns = ["handle", "title", "length", "theme", "attendees"]

  /// Reads a table.
  ///
  /// - Throws: ``StandupsError`` with code `data`. All wrong rows are named, each by its line, so that a person
  ///   fixes them in one go; nothing is imported then.
  package static func rows(
    in bytes: some Collection<UInt8>,
    path: String
  ) throws(StandupsError) -> [Row] {
    let records = try CSVReader.records(in: bytes, path: path)
    guard let header = records.first else {
      throw StandupsError(
        .data,
        "The table is empty; its first line names the columns: title,length,theme,attendees.",
        place: path
      )
    }
    let columns = try columnPositions(header, path: path)
    var rows: [Row] = []
    var faults: [String] = []
    var lines: [String: Int] = [:]
    var handles: [String: Int] = [:]
    for record in records.dropFirst() {
      do throws(RowFault) {
        let row = try row(record, columns: columns, width: header.fields.count)
        if let first = lines.updateValue(record.line, forKey: row.title.lowercased()) {
          throw RowFault(message: "\"\(row.title)\" stands in line \(first) already.")
        }
        if let handle = row.handle,
          let first = handles.updateValue(record.line, forKey: handle)
        {
          throw RowFault(message: "The handle \"\(handle)\" stands in line \(first) already.")
        }
        rows.append(row)
      } catch {
        faults.append("line \(record.line): \(error.message)")
      }
    }
    guard faults.isEmpty else { throw summary(of: faults, path: path) }
    return rows
  }

  /// The table of some stand-ups, as ``rows(in:path:)`` reads it.
  package static func text(_ standups: [Standup]) -> String {
    var table = [columns]
    for standup in standups {
      table.append([
        standup.handle, standup.title, MeetingLength.units(standup.plannedSeconds),
        standup.theme.rawValue, standup.attendees.map(\.name).joined(separator: "; "),
      ])
    }
    return CSVWriter.text(table)
  }

  private struct RowFault: Error {
    var message: String
  }

  private static func columnPositions(
    _ header: CSVRecord,
    path: String
  ) throws(StandupsError) -> [String: Int] {
    var positions: [String: Int] = [:]
    for (index, field) in header.fields.enumerated() {
      let name = String(NameRule.trimmed(field).lowercased().unicodeScalars.prefix(40))
      guard columns.contains(name) else {
        throw StandupsError(
          .data,
          "The column \"\(name)\" is unknown. Columns are \(columns.joined(separator: ", ")).",
          place: "\(path), line \(header.line)",
          suggestions: Nearness.nearest(to: name, among: columns)
        )
      }
      guard positions.updateValue(index, forKey: name) == nil else {
        throw StandupsError(
          .data,
          "The column \"\(name)\" stands twice.",
          place: "\(path), line \(header.line)"
        )
      }
    }
    guard positions["title"] != nil else {
      throw StandupsError(
        .data,
        "The column \"title\" is missing.",
        place: "\(path), line \(header.line)"
      )
    }
    return positions
  }

  private static func row(
    _ record: CSVRecord,
    columns: [String: Int],
    width: Int
  ) throws(RowFault) -> Row {
    guard record.fields.count == width else {
      throw RowFault(
        message: "The row has \(record.fields.count) fields, the header has \(width)."
      )
    }
    let value = { (name: String) in
      columns[name].map { NameRule.trimmed(record.fields[$0]) }
    }
    for name in ["handle", "length", "theme"] {
      // Comparing a text with any number of combining marks takes minutes.
      guard (value(name)?.utf8.count ?? 0) <= NameRule.longestInBytes else {
        throw RowFault(message: "The \(name) is too long.")
      }
    }
    let title = value("title") ?? ""
    if let fault = NameRule.fault(of: title, called: "title") { throw RowFault(message: fault) }
    var row = Row(title: title)
    if let handle = value("handle"), !handle.isEmpty {
      guard Handle.isValid(handle) else {
        throw RowFault(
          message: "\"\(handle)\" is no handle; use lower-case letters, digits and hyphens."
        )
      }
      row.handle = handle
    }
    if let length = value("length"), !length.isEmpty {
      guard let seconds = MeetingLength.parse(length) else {
        throw RowFault(message: "\"\(length)\" is no length; write 15m, 90s or 1h30m.")
      }
      row.plannedSeconds = seconds
    }
    if let theme = value("theme"), !theme.isEmpty {
      guard let known = Theme(rawValue: theme.lowercased()) else {
        let names = Theme.allCases.map(\.rawValue).joined(separator: ", ")
        throw RowFault(message: "\"\(theme)\" is no theme; themes are \(names).")
      }
      row.theme = known
    }
    row.attendees = try value("attendees").map(names)
    return row
  }

  private static func names(_ field: String) throws(RowFault) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for part in field.split(separator: ";") {
      let name = NameRule.trimmed(String(part))
      if name.isEmpty { continue }
      if let fault = NameRule.fault(of: name, called: "name") { throw RowFault(message: fault) }
      if !known.insert(name.lowercased()).inserted {
        throw RowFault(message: "The attendee \"\(name)\" stands twice.")
      }
      names.append(name)
    }
    return names
  }

  private static func summary(of faults: [String], path: String) -> StandupsError {
    var shown = faults.prefix(20).joined(separator: "\n  ")
    if faults.count > 20 { shown += "\n  and \(faults.count - 20) more" }
    return StandupsError(
      .data,
      "\(faults.count) \(faults.count == 1 ? "row is" : "rows are") invalid; "
        + "nothing was imported.\n  \(shown)",
      place: path
    )
  }
}
