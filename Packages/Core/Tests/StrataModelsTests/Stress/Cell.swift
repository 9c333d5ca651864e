import StrataConcurrency
import StrataModels
import Synchronization

/// One of many models that many threads use at once.
struct Cell: Model {
  enum Event: Equatable { case ping(Int) }

  static let modelLayout = ModelLayout<Cell>("Cell") {
    $0.slot("count", \.count)
    $0.slot("debit", \.debit)
    $0.slot("credit", \.credit)
    $0.slot("text", \.text)
    $0.slot("cells", \.cells)
    $0.slot("table", \.table)
    $0.slot("chosen", \.chosen)
  }
  var modelNode = ModelNode<Cell>()
  let key: Int
  let census: Census
  let member: Census.Member

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  /// Together with `credit` always zero.
  var debit: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var credit: Int {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var text: String {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }
  var cells: [Cell] {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
    nonmutating _modify { yield &modelNode[4] }
  }
  var table: IdentifiedArrayOf<Cell> {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
    nonmutating _modify { yield &modelNode[5] }
  }
  var chosen: Cell? {
    get { modelNode[6] }
    nonmutating set { modelNode[6] = newValue }
    nonmutating _modify { yield &modelNode[6] }
  }

  init(key: Int, census: Census, cells: [Cell] = []) {
    self.key = key
    self.census = census
    member = Census.Member(census)
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: 0)
    modelNode.initialize(2, to: 0)
    modelNode.initialize(3, to: "")
    modelNode.initialize(4, to: cells)
    modelNode.initialize(5, to: IdentifiedArrayOf<Cell>())
    modelNode.initialize(6, to: nil as Cell?)
  }

  func onActivate() {
    census.begin(key)
    node.onCancel { [census, key] in census.end(key) }
    // Some follow themselves, in tasks of their own.
    switch key % 16 {
    case 0: node.forEach(change(of: \.count)) { count in if count < 0 { text = "never" } }
    case 1:
      node.forEach(Observed { balance }) { balance in
        if balance != 0 { census.torn.wrappingAdd(1, ordering: .relaxed) }
      }
    default: break
    }
  }

  /// Computed from two properties that are always written together; cached.
  var balance: Int { node.memoize(for: "balance") { debit + credit } }

  /// The counts of this model and of those some levels below it, from the values that those cache.
  func sum(levels: Int) -> Int {
    node.memoize(for: levels) {
      levels == 0 ? count : cells.reduce(count) { $0 + $1.sum(levels: levels - 1) }
    }
  }

  /// Moves a value from one side to the other.
  func book(_ amount: Int) {
    node.transaction {
      debit += amount
      credit -= amount
    }
  }

  /// The faults in the sums of this model and of all below it, which must be a frozen copy.
  var unbalanced: Int {
    let below = (cells + Array(table) + [chosen].compactMap(\.self)).reduce(0) {
      $0 + $1.unbalanced
    }
    return below + (debit + credit == 0 ? 0 : 1)
  }

  /// The keys of this model and of all below it, as far as they are active.
  var livingKeys: [Int] {
    guard node.context.isLive else { return [] }
    return [key] + (cells + Array(table) + [chosen].compactMap(\.self)).flatMap(\.livingKeys)
  }
}
