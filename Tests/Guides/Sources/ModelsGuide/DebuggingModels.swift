import ArticleOutput
import Strata

@Model struct NoteModel {
  var title = "a"
  var isDone = false
  var tags: [String] = []
}

@Model struct ShelfModel {
  var notes = [NumberedNote(id: 1)]
}

@Model struct NumberedNote {
  let id: Int
}

/// Prints where the articles' code does.
private struct ArticlePaper: TextOutputStream, Sendable {
  func write(_ text: String) { print(text, terminator: "") }
}

@Sendable func debuggingModels() async throws {
  let paper = ArticlePaper()

  let (note, anchor) = NoteModel().withDebug(DebugOptions(printer: paper)).returningAnchor()
  note.title = "b"

  note.node.debug(DebugOptions(triggers: .withDiff, name: "label", printer: paper)) {
    note.isDone ? "done" : note.title
  }
  note.isDone = true
  note.title = "c"

  let observer = AccessObserver.firstAccess { print($0.model, $0.property) }
  withAccessObserver(observer) { _ = note.title + note.title }
  withExtendedLifetime(anchor) {}

  var shelf: ShelfModel? = ShelfModel().withPrintingActivationEvents(to: paper).withAnchor()
  shelf?.notes = []
  shelf = nil

  let plain = NoteModel().withAnchor()
  let printing = plain._printChanges(to: paper)
  plain.title = "b"
  printing.cancel()

  let copy = plain.frozenCopy
  plain.title = "c"
  print(copy.title)  // b
}
