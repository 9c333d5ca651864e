import StrataConcurrency
import StrataModels

/// Books on a bookcase, and what their work does.
struct Bookcase: Model {
  static let modelLayout = ModelLayout<Bookcase>("Bookcase") {
    $0.slot("name", \.name)
    $0.slot("books", \.books)
    $0.slot("steps", \.steps)
  }
  var modelNode = ModelNode<Bookcase>()

  var name: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var books: [Book] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var steps: [String] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }

  init(name: String = "bookcase", books: [Book] = []) {
    modelNode.initialize(0, to: name)
    modelNode.initialize(1, to: books)
    modelNode.initialize(2, to: [String]())
  }

  /// Writes some steps from a task, with pauses between them.
  func work(_ label: String, steps count: Int, _ done: @escaping @Sendable () -> Void = {}) {
    node.task {
      for step in 0..<count {
        steps.append("\(label)\(step)")
        await Task.yield()
      }
      done()
    }
  }
}

struct Book: Model {
  static let modelLayout = ModelLayout<Book>("Book") {
    $0.slot("title", \.title)
    $0.slot("pages", \.pages)
  }
  var modelNode = ModelNode<Book>()

  var title: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var pages: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }

  init(title: String = "a book", pages: Int = 0) {
    modelNode.initialize(0, to: title)
    modelNode.initialize(1, to: pages)
  }
}

/// An actor that has a tree to itself.
actor Library {
  private let bookcase: ConfinedTree<Bookcase>

  init(_ bookcase: sending ConfinedTree<Bookcase>) {
    self.bookcase = bookcase
  }

  @discardableResult
  func use<Result: Sendable>(_ body: @Sendable (Bookcase) throws -> Result) rethrows -> Result {
    try bookcase.withModel { try body($0) }
  }
}
