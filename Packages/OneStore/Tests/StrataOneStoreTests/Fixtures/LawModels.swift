import StrataConcurrency
import StrataOneStore
import Synchronization

/// Counts how many of its copies live.
final class LifeCount: Sendable {
  private let living = Atomic<Int>(0)
  var value: Int { living.load(ordering: .relaxed) }

  func makeToken() -> Token { Token(self) }

  /// Lives as long as a state that has it.
  final class Token: Sendable, Equatable {
    private let count: LifeCount

    init(_ count: LifeCount) {
      self.count = count
      count.living.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { count.living.wrappingSubtract(1, ordering: .relaxed) }

    static func == (a: Token, b: Token) -> Bool { true }
  }
}

/// A state with an identity and a number, of which everything below is made.
struct LeafModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
    var value = 0
    var token: LifeCount.Token?
    var text: String { "\(id)=\(value)" }
  }

  @ModelState private var state: State
  @ModelDependency(\.activations) var activations

  func onActivate() {
    let id = state.id
    activations.note("+leaf \(id)")
    onCancel { [activations] in activations.note("-leaf \(id)") }
  }

  func add(_ amount: Int) { state.value += amount }
  var shown: String { "\(id)=\(self.value)" }
}

/// Two cases have payloads of one type.
enum Detour: Equatable, Sendable {
  case edit(LeafModel.State)
  case show(LeafModel.State)
  case note(String)

  var name: String {
    switch self {
    case .edit: "edit"
    case .show: "show"
    case .note: "note"
    }
  }

  var leaf: LeafModel.State? {
    switch self {
    case .edit(let leaf), .show(let leaf): leaf
    case .note: nil
    }
  }

  var text: String {
    switch self {
    case .edit(let leaf), .show(let leaf): "\(name) \(leaf.text)"
    case .note(let text): "note \(text)"
    }
  }
}

struct CardModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
    var count = 0
    @StateModel<[LeafModel]> var items = []
    var detour: Detour?
    var token: LifeCount.Token?

    var total: Int { items.reduce(count) { $0 + $1.value } }
    var text: String {
      let items = items.map(\.text).joined(separator: " ")
      return "\(id): \(count) [\(items)] \(detour?.text ?? "")"
    }
  }

  @ModelState private var state: State
  @ModelDependency(\.activations) var activations

  func onActivate() {
    let id = state.id
    activations.note("+card \(id)")
    onCancel { [activations] in activations.note("-card \(id)") }
  }

  var edited: LeafModel? { LeafModel($state.detour.case(/Detour.edit)) }
  var showed: LeafModel? { LeafModel($state.detour.case(/Detour.show)) }
  var shown: String {
    let items = self.$items.map(\.shown).joined(separator: " ")
    return "\(id): \(self.count) [\(items)] \(shownDetour)"
  }

  var shownDetour: String {
    if let edited { return "edit \(edited.shown)" }
    if let showed { return "show \(showed.shown)" }
    return self.detour?.text ?? ""
  }

  func change(_ body: (inout State) throws -> Void) rethrows { try $state.transaction(body) }
}

struct ColumnModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
    var title = ""
    @StateModel<[CardModel]> var cards = []
    var token: LifeCount.Token?

    var total: Int { cards.reduce(0) { $0 + $1.total } }
  }

  @ModelState private var state: State
  @ModelDependency(\.activations) var activations

  func onActivate() {
    let id = state.id
    activations.note("+column \(id)")
    onCancel { [activations] in activations.note("-column \(id)") }
  }

  func change(_ body: (inout State) throws -> Void) rethrows { try $state.transaction(body) }
}

struct TableModel: Model {
  struct State: Equatable {
    @StateModel<IdentifiedArrayOf<ColumnModel>> var columns = []
    @StateModel<CardModel?> var focus = nil
    @StateModel<CardModel> var main = .init(id: 0)
    var detour: Detour?
    var loose = LeafModel.State(id: 0)
    var title = ""

    var total: Int { columns.reduce(0) { $0 + $1.total } }
    var shownDetour: String { detour?.leaf == nil ? "" : detour?.text ?? "" }
  }

  @ModelState private var state: State

  var edited: LeafModel? { LeafModel($state.detour.case(/Detour.edit)) }
  var showed: LeafModel? { LeafModel($state.detour.case(/Detour.show)) }
  var view: StoreView<State, State, Write> { $state }
  var looseModel: LeafModel { LeafModel($state.loose) }
  var shownDetour: String {
    if let edited { return "edit \(edited.shown)" }
    if let showed { return "show \(showed.shown)" }
    return ""
  }

  func change(_ body: (inout State) throws -> Void) rethrows { try $state.transaction(body) }
}
