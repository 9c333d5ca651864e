import StrataModels

/// A model that can be saved, with each kind of container.
struct Folder: Model {
  static let modelLayout = ModelLayout<Folder>("Folder") {
    $0.slot("title", \.title)
    $0.slot("size", \.size)
    $0.slot("main", \.main)
    $0.slot("pages", \.pages)
    $0.slot("named", \.named)
    $0.slot("table", \.table)
    $0.slot("open", \.open)
    $0.slot("onClose", \.onClose)
  }
  var modelNode = ModelNode<Folder>()

  var title: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var size: Double? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var main: Jotting {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }
  var pages: [Jotting] {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }
  var named: [String: Jotting] {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
    nonmutating _modify { yield &modelNode[4] }
  }
  var table: IdentifiedArrayOf<Item> {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
    nonmutating _modify { yield &modelNode[5] }
  }
  var open: Place {
    get { modelNode[6] }
    nonmutating set { modelNode[6] = newValue }
  }
  var onClose: @Sendable () -> Void {
    get { modelNode[7] }
    nonmutating set { modelNode[7] = newValue }
  }

  init(title: String = "") {
    modelNode.initialize(0, to: title)
    modelNode.initialize(1, to: nil as Double?)
    modelNode.initialize(2, to: Jotting())
    modelNode.initialize(3, to: [Jotting]())
    modelNode.initialize(4, to: [String: Jotting]())
    modelNode.initialize(5, to: IdentifiedArrayOf<Item>())
    modelNode.initialize(6, to: Place.closed)
    modelNode.initialize(7, to: {} as @Sendable () -> Void)
  }

  enum Place: ModelContainer, Codable {
    case closed
    case page(Jotting)
    case item(Item, note: String)

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      switch self {
      case .closed: break
      case .page(var page): if visitor.visit(&page) { self = .page(page) }
      case .item(var item, let note):
        if visitor.visit(&item) { self = .item(item, note: note) }
      }
    }
  }

  /// The folder's contents, as plain values.
  var plain: [String] {
    var plain = ["\(title) \(size.map { "\($0)" } ?? "-")", "main \(main.plain)"]
    plain += pages.map { "page \($0.plain)" }
    plain += named.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.plain)" }
    plain += table.map { "item \($0.id) \($0.count)" }
    switch open {
    case .closed: plain.append("closed")
    case .page(let page): plain.append("at \(page.plain)")
    case .item(let item, let note): plain.append("at item \(item.id) \(item.count) \(note)")
    }
    return plain
  }
}

extension Folder: SavableModel {
  init(saved values: SavedValues) throws { self.init() }

  static var unsavedProperties: [PartialKeyPath<Folder>] { [\.onClose] }
}

/// A model without an identity of its own.
struct Jotting: Model {
  static let modelLayout = ModelLayout<Jotting>("Jotting") {
    $0.slot("text", \.text)
    $0.slot("notes", \.notes)
  }
  var modelNode = ModelNode<Jotting>()

  var text: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var notes: [Jotting] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }

  init(_ text: String = "") {
    modelNode.initialize(0, to: text)
    modelNode.initialize(1, to: [Jotting]())
  }

  var plain: String { "\(text)\(notes.map(\.plain))" }
}

extension Jotting: SavableModel {
  init(saved values: SavedValues) throws { self.init() }
}

/// A model with an identity of its own, in a constant.
struct Item: Model {
  static let modelLayout = ModelLayout<Item>("Item") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Item>()
  let id: Int
  let log: Log?

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(id: Int, count: Int = 0, log: Log? = nil) {
    self.id = id
    self.log = log
    modelNode.initialize(0, to: count)
  }

  func onActivate() {
    log?.add("+\(id)")
    node.onCancel { [log, id] in log?.add("-\(id)") }
  }
}

extension Item: SavableModel {
  init(saved values: SavedValues) throws { self.init(id: try values.decode("id")) }
}
