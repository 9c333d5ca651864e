import BoardModels
import ProgramFiles

extension String {
  /// Its beginning, for a message; a single character may have any number of bytes.
  var beginning: String { String(unicodeScalars.prefix(40)) }
}

/// The fields of an operation, in any order.
private struct Fields {
  var id: Int?
  var position: Int?
  var column: Int?
  var target: Int?
  var name: String?
  var limit = FieldEdit<Int>.keep
  var edit = CardEdit()

  /// Reads one field.
  mutating func read(_ key: String, _ line: inout JSONReader) throws(JSONFault) {
    switch key {
    case "id": id = try line.number()
    case "at": position = try line.number()
    case "column": column = try line.number()
    case "to": target = try line.number()
    case "name": name = try line.text()
    case "limit": limit = .set(try line.optional { line throws(JSONFault) in try line.number() })
    case "title": edit.title = try line.text()
    case "text": edit.text = try line.text()
    case "labels":
      var labels: [String] = []
      try line.array { line throws(JSONFault) in labels.append(try line.text()) }
      edit.labels = labels
    case "due": edit.due = .set(try line.optional { line throws(JSONFault) in try line.day() })
    case "items": edit.items = try line.items()
    default: throw line.fault("there is no key \"\(key.beginning)\" here")
    }
  }

  func card(_ line: JSONReader) throws(JSONFault) -> CardModel.State {
    guard let id, let column, let title = edit.title else {
      throw line.fault("a card needs id, column and title")
    }
    var card = CardModel.State(id: id, column: column, title: title)
    if let text = edit.text { card.text = text }
    if let labels = edit.labels { card.labels = labels }
    if case .set(let due) = edit.due { card.due = due }
    if let items = edit.items { card.items = items }
    return card
  }

  func needed<Value>(
    _ value: Value?,
    _ name: String,
    _ line: JSONReader
  ) throws(JSONFault) -> Value {
    guard let value else { throw line.fault("\"\(name)\" is missing") }
    return value
  }
}

extension JSONReader {
  fileprivate mutating func day() throws(JSONFault) -> Day {
    let text = try text()
    guard let day = Day(text) else {
      throw fault("\"\(text.beginning)\" is no day such as 2026-12-24")
    }
    return day
  }

  fileprivate mutating func items() throws(JSONFault) -> [ChecklistItem] {
    var items: [ChecklistItem] = []
    try array { line throws(JSONFault) in
      var item = ChecklistItem(text: "")
      try line.object { line, key throws(JSONFault) in
        switch key {
        case "text": item.text = try line.text()
        case "done": item.isDone = try line.bool()
        default: throw line.fault("there is no key \"\(key.beginning)\" here")
        }
      }
      items.append(item)
    }
    return items
  }

  private mutating func fields() throws(JSONFault) -> Fields {
    var fields = Fields()
    try object { line, key throws(JSONFault) in try fields.read(key, &line) }
    return fields
  }

  /// Reads a step of a change.
  mutating func operation() throws(JSONFault) -> Operation {
    var operation: Operation?
    try object { line, name throws(JSONFault) in
      guard operation == nil else { throw line.fault("a step does one thing") }
      let fields = try line.fields()
      operation = try line.operation(name, fields)
    }
    guard let operation else { throw fault("a step is empty") }
    return operation
  }

  private func operation(_ name: String, _ fields: Fields) throws(JSONFault) -> Operation {
    func id() throws(JSONFault) -> Int { try fields.needed(fields.id, "id", self) }
    func at() throws(JSONFault) -> Int { try fields.needed(fields.position, "at", self) }
    switch name {
    case "renameBoard":
      return .renameBoard(try fields.needed(fields.edit.title, "title", self))
    case "addColumn":
      let limit: Int? = if case .set(let limit) = fields.limit { limit } else { nil }
      let name = try fields.needed(fields.name, "name", self)
      return .addColumn(id: try id(), name: name, limit: limit, at: try at())
    case "editColumn":
      return .editColumn(id: try id(), name: fields.name, limit: fields.limit)
    case "moveColumn": return .moveColumn(id: try id(), at: try at())
    case "removeColumn": return .removeColumn(id: try id())
    case "addCard": return .addCard(try fields.card(self), at: try at())
    case "editCard": return .editCard(id: try id(), fields.edit)
    case "moveCard":
      let target = try fields.needed(fields.target, "to", self)
      return .moveCard(id: try id(), to: target, at: try at())
    case "removeCard": return .removeCard(id: try id())
    default: throw fault("there is no step \"\(name.beginning)\"")
    }
  }

  /// Reads a line of the base, or a change.
  mutating func line() throws(JSONFault) -> BoardLine {
    var found: BoardLine?
    var entry = EntryFields()
    try object { line, key throws(JSONFault) in
      switch key {
      case "column":
        let fields = try line.fields()
        guard let id = fields.id, let name = fields.name else {
          throw line.fault("a column needs id and name")
        }
        let limit: Int? = if case .set(let limit) = fields.limit { limit } else { nil }
        found = .column(id: id, name: name, limit: limit)
      case "card":
        let fields = try line.fields()
        found = .card(try fields.card(line))
      default: try entry.read(key, &line)
      }
    }
    try finish()
    if let found { return found }
    return .entry(try entry.entry(self))
  }
}

/// A line behind the first.
enum BoardLine: Equatable {
  case column(id: Int, name: String, limit: Int?)
  case card(CardModel.State)
  case entry(Entry)
}

/// The fields of a change, in any order.
private struct EntryFields {
  var number: Int?
  var time: Int?
  var user = ""
  var command: String?
  var reason: String?
  var kind: Entry.Kind?

  mutating func read(_ key: String, _ line: inout JSONReader) throws(JSONFault) {
    switch key {
    case "change": number = try line.number()
    case "time": time = try line.number()
    case "user": user = try line.text()
    case "command": command = try line.text()
    case "reason": reason = try line.text()
    case "do":
      var operations: [Operation] = []
      try line.array { line throws(JSONFault) in
        guard operations.count < BoardLimit.operations else {
          throw line.fault("a change has more than \(BoardLimit.operations) steps")
        }
        operations.append(try line.operation())
      }
      kind = .change(operations)
    case "undo": kind = .undo(try line.number())
    case "redo": kind = .redo(try line.number())
    default: throw line.fault("there is no key \"\(key.beginning)\" here")
    }
  }

  func entry(_ line: JSONReader) throws(JSONFault) -> Entry {
    guard let number, let time, let kind else {
      throw line.fault("a change needs change, time, and what it does")
    }
    // Ten thousand years, so that no sum with an offset is too large.
    guard (0...315_000_000_000).contains(time) else {
      throw line.fault("the time is out of bounds")
    }
    let note = Note(moment: Moment(seconds: time), user: user, command: command, reason: reason)
    return Entry(number: number, note: note, kind: kind)
  }
}
