import StrataExtensions
import StrataModels

/// A model with each kind of container, which can be saved.
struct Shelf: Model, SavableModel {
  static let modelLayout = ModelLayout<Shelf>("Shelf") {
    $0.slot("title", \.title)
    $0.slot("size", \.size)
    $0.slot("books", \.books)
    $0.slot("table", \.table)
    $0.slot("named", \.named)
    $0.slot("open", \.open)
  }
  var modelNode = ModelNode<Shelf>()

  var title: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var size: Double? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var books: [Book] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }
  var table: IdentifiedArrayOf<Book> {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
  }
  var named: [String: Book] {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
  }
  var open: Place {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
  }

  init() {
    modelNode.initialize(0, to: "")
    modelNode.initialize(1, to: nil as Double?)
    modelNode.initialize(2, to: [Book]())
    modelNode.initialize(3, to: IdentifiedArrayOf<Book>())
    modelNode.initialize(4, to: [String: Book]())
    modelNode.initialize(5, to: Place.closed)
  }

  init(saved values: SavedValues) throws { self.init() }

  /// The open book.
  enum Place: ModelContainer, Codable {
    case closed
    case book(Book, page: Int)

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      if case .book(var book, let page) = self, visitor.visit(&book) {
        self = .book(book, page: page)
      }
    }
  }

  static func random(_ random: inout SeededGenerator) -> Shelf {
    let shelf = Shelf()
    var id = 0
    func books() -> [Book] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        id += 1
        return Book.random(id, &random)
      }
    }
    shelf.title = random.one(of: ["", "a", "\u{1F600}\"\\", "\n\u{0}"])
    shelf.size = random.one(of: [nil, 0.5, .nan, .infinity, -0.0, 1e300])
    shelf.books = books()
    shelf.table = IdentifiedArrayOf(uniqueElements: books())
    for book in books() { shelf.named["\(book.id)"] = book }
    if let book = books().first { shelf.open = .book(book, page: 7) }
    return shelf
  }
}

/// A model with an identity of its own, which may contain another one.
struct Book: Model, SavableModel {
  static let modelLayout = ModelLayout<Book>("Book") {
    $0.slot("pages", \.pages)
    $0.slot("next", \.next)
  }
  var modelNode = ModelNode<Book>()
  let id: Int

  var pages: UInt8 {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var next: Book? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }

  init(id: Int, pages: UInt8 = 0, next: Book? = nil) {
    self.id = id
    modelNode.initialize(0, to: pages)
    modelNode.initialize(1, to: next)
  }

  init(saved values: SavedValues) throws { self.init(id: try values.decode("id")) }

  static func random(_ id: Int, _ random: inout SeededGenerator) -> Book {
    let next = random.oneIn(3) ? Book(id: -id, pages: 3) : nil
    return Book(id: id, pages: UInt8.random(in: 0...255, using: &random), next: next)
  }
}
