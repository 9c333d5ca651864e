import StrataConcurrency
import StrataModels
import StrataRendering
import Testing

/// A tree that one actor or thread has to itself is locked once for a closure, and is a tree in all else.
@Suite struct ConfinedTreeTests {
  @Test func anActorsTreeIsChangedByManyTasks() async {
    let library = Library(ConfinedTree(Bookcase()))
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for _ in 0..<200 {
            await library.use { bookcase in
              bookcase.name += "x"
              bookcase.books.append(Book(title: "\(task)"))
              bookcase.books[0].pages += 1
              if bookcase.books.count > 20 { bookcase.books.removeLast(10) }
            }
          }
        }
      }
    }
    #expect(await library.use { $0.name.count } == 8 + 1_600)
    #expect(await library.use { $0.books[0].pages } == 1_600)
  }

  @Test func observersAreToldAndTransactionsAreWhole() {
    let tree = ConfinedTree(Bookcase(books: [Book(), Book()]))
    tree.withModel { bookcase in
      let pages = Log()
      let observation = RenderProbe { pages.add("\(bookcase.books.reduce(0) { $0 + $1.pages })") }
      bookcase.books[0].pages = 3
      bookcase.node.transaction {
        bookcase.books[0].pages = 5
        bookcase.books[1].pages = 5
      }
      #expect(pages.entries == ["0", "3", "10"])
      withExtendedLifetime(observation) {}
    }
  }

  @Test func derivedValuesAndUndoWorkInside() {
    let stack = ModelUndoStack()
    let tree = ConfinedTree(Bookcase(books: [Book(pages: 2)])) { $0.undoSystem.backend = stack }
    tree.withModel { bookcase in
      bookcase.node.trackUndo()
      func pages() -> Int {
        bookcase.node.memoize(for: "pages") { bookcase.books.reduce(0) { $0 + $1.pages } }
      }
      #expect(pages() == 2)
      bookcase.books.append(Book(pages: 5))
      #expect(pages() == 7)
      stack.undo()
      #expect(pages() == 2)
      stack.redo()
      #expect(pages() == 7)
    }
  }

  @Test func anErrorLeavesTheTreeUsable() {
    struct Torn: Error {}
    let tree = ConfinedTree(Bookcase())
    #expect(throws: Torn.self) {
      try tree.withModel { bookcase in
        bookcase.name = "torn"
        throw Torn()
      }
    }
    #expect(tree.withModel { $0.name } == "torn")
  }

  @Test func aClosureMayUseTheTreeAgain() {
    let tree = ConfinedTree(Bookcase())
    tree.withModel { bookcase in
      tree.withModel { $0.name = "inner" }
      bookcase.name += "most"
    }
    #expect(tree.withModel { $0.name } == "innermost")
  }

  @Test func aModelMayMoveToAnotherTreeAndBack() {
    let tree = ConfinedTree(Bookcase(books: [Book(title: "moved")]))
    let other = Bookcase().withAnchor()
    tree.withModel { bookcase in
      other.books = [bookcase.books.removeLast()]
    }
    #expect(other.books[0].title == "moved")
    other.books[0].title = "read"
    tree.withModel { bookcase in
      bookcase.books = [other.books.removeLast()]
      #expect(bookcase.books[0].title == "read")
    }
  }

  @Test func aModelThatLivesElsewhereStaysThere() {
    let bookcase = Bookcase(name: "here").withAnchor()
    let reports = reports {
      let tree = ConfinedTree(bookcase)
      tree.withModel { $0.name = "still here" }
    }
    #expect(reports.count == 1 && reports[0].contains("anchored"), "\(reports)")
    #expect(bookcase.name == "still here")
  }

  // MARK: Life

  @Test func theTreeEndsWithItsLastHolder() {
    let log = Log()
    let root = Logged("p", log, child: Logged("c", log))
    do {
      let tree = ConfinedTree(root)
      tree.withModel { _ in log.add("inside") }
    }
    #expect(log.entries == ["P", "C", "inside", "p", "c"])
  }

  @Test func afterTheEndHandlesAreThoseOfARemovedModel() {
    let bookcase = Bookcase(name: "last")
    do { _ = ConfinedTree(bookcase) }
    let reports = reports {
      #expect(bookcase.name == "last")
      bookcase.name = "late"
      #expect(bookcase.name == "last")
    }
    #expect(
      reports.contains { $0.contains("Bookcase.name") && $0.contains("written") },
      "\(reports)"
    )
  }
}
