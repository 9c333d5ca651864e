import StandupsData
import Strata

/// A document whose changes can be taken back.
@Model struct DocumentHistory {
  private(set) var document = StandupsDocument()
  /// The commands that have made it what it is, oldest first; undone together with it.
  private(set) var done: [String] = []

  init() {}

  func onActivate() {
    node.trackUndo()
  }

  /// A command has changed the document.
  func change(to new: StandupsDocument, by command: String) {
    node.transaction {
      document = new
      done.append(command)
    }
  }

  /// Begins anew, with a document that another process has made.
  func restart(with document: StandupsDocument) {
    node.transaction {
      self.document = document
      done = []
    }
  }
}
