import StrataExtensions
import StrataModels

/// Models in containers that contain other values and containers.
struct Archive: Model {
  struct Section: ModelContainer, Identifiable {
    let id: Int
    var header = Counter()
    var footer: Counter?

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      _ = visitor.visit(&header)
      _ = visitor.visit(&footer)
    }
  }

  /// A container whose models a test cannot name.
  struct Vault: ModelContainer {
    private var secret = Counter()

    func open() { secret.count += 1 }
    mutating func visitModels(_ visitor: inout some ModelVisitor) { _ = visitor.visit(&secret) }
  }

  /// A container that does not show where its models are.
  struct Drawer: ModelContainer, CustomReflectable {
    var first = Counter()

    var customMirror: Mirror { Mirror(self, children: ["second": first]) }
    mutating func visitModels(_ visitor: inout some ModelVisitor) { _ = visitor.visit(&first) }
  }

  static let modelLayout = ModelLayout<Archive>("Archive") {
    $0.slot("sections", \.sections)
    $0.slot("byName", \.byName)
    $0.slot("pages", \.pages)
    $0.slot("page", \.page)
    $0.slot("vault", \.vault)
    $0.slot("drawer", \.drawer)
  }
  var modelNode = ModelNode<Archive>()

  var sections: [Section] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var byName: [String: Section] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var pages: [Page] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }
  var page: Page? {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
  }
  var vault: Vault {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
  }
  var drawer: Drawer {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
  }

  init(sections: [Section] = [], byName: [String: Section] = [:], pages: [Page] = []) {
    modelNode.initialize(0, to: sections)
    modelNode.initialize(1, to: byName)
    modelNode.initialize(2, to: pages)
    modelNode.initialize(3, to: nil as Page?)
    modelNode.initialize(4, to: Vault())
    modelNode.initialize(5, to: Drawer())
  }

  init(page: Page) {
    self.init()
    modelNode.initialize(3, to: page as Page?)
  }
}

extension Archive {
  /// An enum with payloads of all kinds.
  enum Page: ModelContainer, CasePathable, Identifiable, Sendable {
    case one(Counter)
    case list([Counter])
    case found(IdentifiedArrayOf<Counter>)
    case byKey([Int: Counter])
    case perhaps(Counter?)
    case section(Section)
    case sections([Section])
    case labelled(counter: Counter)
    case several(Counter, in: Section)
    indirect case nested(Page)

    var id: Int { 0 }

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      switch self {
      case .one(var value): if visitor.visit(&value) { self = .one(value) }
      case .list(var value): if visitor.visit(&value) { self = .list(value) }
      case .found(var value): if visitor.visit(&value) { self = .found(value) }
      case .byKey(var value): if visitor.visit(&value) { self = .byKey(value) }
      case .perhaps(var value): if visitor.visit(&value) { self = .perhaps(value) }
      case .section(var value): if visitor.visit(&value) { self = .section(value) }
      case .sections(var value): if visitor.visit(&value) { self = .sections(value) }
      case .labelled(var value): if visitor.visit(&value) { self = .labelled(counter: value) }
      case .nested(var value): if visitor.visit(&value) { self = .nested(value) }
      case .several(var first, var second):
        let isChanged = visitor.visit(&first)
        if visitor.visit(&second) || isChanged { self = .several(first, in: second) }
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }

    struct AllCasePaths: Sendable {
      var one: CasePath<Page, Counter> {
        CasePath(embed: Page.one) { if case .one(let value) = $0 { value } else { nil } }
      }
      var list: CasePath<Page, [Counter]> {
        CasePath(embed: Page.list) { if case .list(let value) = $0 { value } else { nil } }
      }
      var found: CasePath<Page, IdentifiedArrayOf<Counter>> {
        CasePath(embed: Page.found) { if case .found(let value) = $0 { value } else { nil } }
      }
      var byKey: CasePath<Page, [Int: Counter]> {
        CasePath(embed: Page.byKey) { if case .byKey(let value) = $0 { value } else { nil } }
      }
      var perhaps: CasePath<Page, Counter?> {
        CasePath(embed: Page.perhaps) { if case .perhaps(let value) = $0 { value } else { nil } }
      }
      var section: CasePath<Page, Section> {
        CasePath(embed: Page.section) { if case .section(let value) = $0 { value } else { nil } }
      }
      var sections: CasePath<Page, [Section]> {
        CasePath(embed: Page.sections) { if case .sections(let value) = $0 { value } else { nil } }
      }
      var labelled: CasePath<Page, Counter> {
        CasePath(
          embed: { Page.labelled(counter: $0) },
          extract: { if case .labelled(let value) = $0 { value } else { nil } }
        )
      }
      var several: CasePath<Page, (Counter, in: Section)> {
        CasePath(
          embed: { Page.several($0.0, in: $0.in) },
          extract: { if case .several(let first, let second) = $0 { (first, second) } else { nil } }
        )
      }
      var nested: CasePath<Page, Page> {
        CasePath(embed: Page.nested) { if case .nested(let value) = $0 { value } else { nil } }
      }
    }
  }
}
