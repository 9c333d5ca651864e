import ArticleOutput
import Strata

@Model struct NoteModel {
  var title = "a"
  var isDone = false
  var tags: [String] = []
}

/// Prints where the articles' code does.
private struct ArticlePaper: TextOutputStream, Sendable {
  func write(_ text: String) { print(text, terminator: "") }
}

@Sendable func debuggingModels() async throws {
  let paper = ArticlePaper()
  let note = NoteModel().withAnchor()

  let printing = note._printChanges(to: paper)
  note.title = "b"
  printing.cancel()

  let copy = note.frozenCopy
  note.title = "c"
  print(copy.title)  // b
}
