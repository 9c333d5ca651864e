package import BoardModels
package import ProgramFiles
import StrataExtensions

import struct Foundation.Data

extension JSONWriter {
  /// Writes a card's own fields.
  package mutating func fields(of card: CardModel.State) {
    key("id")
    number(card.id)
    key("column")
    number(card.column)
    key("title")
    text(card.title)
    if !card.text.isEmpty {
      key("text")
      text(card.text)
    }
    if !card.labels.isEmpty { labels(card.labels) }
    if let due = card.due {
      key("due")
      text(due.text)
    }
    if !card.items.isEmpty { items(card.items) }
  }

  mutating func labels(_ labels: [String]) {
    key("labels")
    array(labels) { $0.text($1) }
  }

  mutating func items(_ items: [ChecklistItem]) {
    key("items")
    array(items) { line, item in
      line.object {
        $0.key("text")
        $0.text(item.text)
        $0.key("done")
        $0.bool(item.isDone)
      }
    }
  }

  private mutating func place(_ id: Int, _ position: Int? = nil) {
    key("id")
    number(id)
    if let position {
      key("at")
      number(position)
    }
  }

  private mutating func step(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    object {
      $0.key(name)
      $0.object(body)
    }
  }

  mutating func operation(_ operation: Operation) {
    switch operation {
    case .renameBoard(let title):
      step("renameBoard") {
        $0.key("title")
        $0.text(title)
      }
    case .addColumn(let id, let name, let limit, let position):
      step("addColumn") {
        $0.place(id, position)
        $0.column(name, limit.map { .set($0) } ?? .keep)
      }
    case .editColumn(let id, let name, let limit):
      step("editColumn") {
        $0.place(id)
        $0.column(name, limit)
      }
    case .moveColumn(let id, let position): step("moveColumn") { $0.place(id, position) }
    case .removeColumn(let id): step("removeColumn") { $0.place(id) }
    case .addCard(let card, let position):
      step("addCard") {
        $0.key("at")
        $0.number(position)
        $0.fields(of: card)
      }
    case .editCard(let id, let edit): step("editCard") { $0.edit(id, edit) }
    case .moveCard(let id, let column, let position):
      step("moveCard") {
        $0.place(id, position)
        $0.key("to")
        $0.number(column)
      }
    case .removeCard(let id): step("removeCard") { $0.place(id) }
    }
  }

  mutating func column(_ name: String?, _ limit: FieldEdit<Int>) {
    if let name {
      key("name")
      text(name)
    }
    if case .set(let limit) = limit {
      key("limit")
      if let limit { number(limit) } else { null() }
    }
  }

  private mutating func edit(_ id: Int, _ edit: CardEdit) {
    place(id)
    if let title = edit.title {
      key("title")
      text(title)
    }
    if let new = edit.text {
      key("text")
      text(new)
    }
    if let labels = edit.labels { self.labels(labels) }
    if case .set(let due) = edit.due {
      key("due")
      if let due { text(due.text) } else { null() }
    }
    if let items = edit.items { self.items(items) }
  }

  /// Writes a change as a line.
  mutating func entry(_ entry: Entry) {
    object { line in
      line.key("change")
      line.number(entry.number)
      line.key("time")
      line.number(entry.note.moment.seconds)
      line.key("user")
      line.text(entry.note.user)
      if let command = entry.note.command {
        line.key("command")
        line.text(command)
      }
      if let reason = entry.note.reason {
        line.key("reason")
        line.text(reason)
      }
      switch entry.kind {
      case .change(let operations):
        line.key("do")
        line.array(operations) { $0.operation($1) }
      case .undo(let times):
        line.key("undo")
        line.number(times)
      case .redo(let times):
        line.key("redo")
        line.number(times)
      }
    }
    endLine()
  }

  /// Writes the first line of a file, and a line for each column and each card.
  mutating func base<Failure: Error>(
    _ board: BoardModel.State,
    folded: Int,
    to emit: (Data) throws(Failure) -> Void
  ) throws(Failure) {
    object { line in
      line.key("format")
      line.text(BoardFormat.name)
      line.key("version")
      line.number(BoardFormat.version)
      line.key("title")
      line.text(board.title)
      line.key("changes")
      line.number(folded)
      line.key("nextCard")
      line.number(board.nextCard)
      line.key("nextColumn")
      line.number(board.nextColumn)
    }
    endLine()
    for column in board.columns {
      step("column") {
        $0.place(column.id)
        $0.column(column.name, column.limit.map { .set($0) } ?? .keep)
      }
      endLine()
      for id in column.cards {
        guard let card = board.cards[id] else { continue }
        step("card") { $0.fields(of: card) }
        endLine()
        if let piece = takePiece() { try emit(piece) }
      }
    }
  }
}
