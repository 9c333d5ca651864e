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

  /// The most rows of a table; a data file holds fewer stand-ups.
  package static let mostRows = 100_000
  /// The most attendees of all rows together; a data file holds no more.
  package static let mostAttendees = 300_000
  /// How many wrong rows an error names.
  private static let mostNamed = 20

  /// The names that a header may contain.
  package static let columns = ["handle", "title", "length", "theme", "attendees"]

  /// Reads a table.
  ///
  /// - Throws: ``StandupsError`` with code `data`. All wrong rows are named, each by its line, so that a person
  ///   fixes them in one go; nothing is imported then.
  package static func rows(
    in bytes: [UInt8],
    path: String
  ) throws(StandupsError) -> [Row] {
    var reader = CSVReader(bytes, path: path)
    guard let header = try reader.next() else {
      throw StandupsError(
        .data,
        "The table is empty; its first line names the columns: title,length,theme,attendees.",
        place: path
      )
    }
    let columns = try columnPositions(header, path: path)
    var table = Rows()
    while let record = try reader.next() {
      guard table.count < mostRows else {
        throw StandupsError(.data, "The table has more than \(mostRows) rows.", place: path)
      }
      table.add(line: record.line) { () throws(RowFault) in
        try row(record, columns: columns, width: header.fields.count)
      }
      guard table.attendees <= mostAttendees else {
        throw StandupsError(
          .data,
          "The table has more than \(mostAttendees) attendees.",
          place: "\(path), line \(record.line)"
        )
      }
    }
    guard table.faultCount == 0 else { throw summary(of: table, path: path) }
    return table.rows
  }

  /// The rows so far, right and wrong ones.
  private struct Rows {
    private(set) var rows: [Row] = []
    private(set) var attendees = 0
    /// The first faults.
    private(set) var faults: [String] = []
    private(set) var faultCount = 0
    private var lines: [String: Int] = [:]
    private var handles: [String: Int] = [:]

    var count: Int { rows.count + faultCount }

    mutating func add(line: Int, _ body: () throws(RowFault) -> Row) {
      do throws(RowFault) {
        let row = try body()
        if let first = lines.updateValue(line, forKey: row.title.lowercased()) {
          throw RowFault(message: "\"\(row.title)\" stands in line \(first) already.")
        }
        if let handle = row.handle, let first = handles.updateValue(line, forKey: handle) {
          throw RowFault(message: "The handle \"\(handle)\" stands in line \(first) already.")
        }
        attendees += row.attendees?.count ?? 0
        rows.append(row)
      } catch {
        faultCount += 1
        if faults.count < mostNamed { faults.append("line \(line): \(error.message)") }
      }
    }
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

  private static func summary(of table: Rows, path: String) -> StandupsError {
    let count = table.faultCount
    var shown = table.faults.joined(separator: "\n  ")
    if count > table.faults.count { shown += "\n  and \(count - table.faults.count) more" }
    return StandupsError(
      .data,
      "\(count) \(count == 1 ? "row is" : "rows are") invalid; "
        + "nothing was imported.\n  \(shown)",
      place: path
    )
  }
}
