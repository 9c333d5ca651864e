import ArticleOutput
import Strata

@Model struct EditorPage {
  var title = ""
}

@Model struct Editor {
  var text = ""
  var selection = 0
  var pages: [EditorPage] = []

  func onActivate() { node.trackUndo(excluding: \.selection) }
}

@Sendable func undoAndRedo() async throws {
  let editor = Editor().withAnchor { $0.undoSystem.backend = ModelUndoStack(limit: 100) }
  let undo = editor.node.undoSystem

  editor.text = "Hello"
  editor.node.transaction {
    editor.text += ", Blob"
    editor.pages.append(EditorPage())
  }
  print(undo.canUndo, undo.canRedo)  // true false

  undo.undo()
  print(editor.text, editor.pages.count)  // Hello 0
  undo.redo()
  print(editor.text, editor.pages.count)  // Hello, Blob 1
}
