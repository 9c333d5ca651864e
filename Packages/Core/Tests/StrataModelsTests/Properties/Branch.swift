import StrataConcurrency
import StrataModels
import Synchronization

/// Counts activations and objects of one run.
final class Census: Sendable {
  private struct State {
    /// The number of activations of each model.
    var begun: [Int: Int] = [:]
    var ended: [Int: Int] = [:]
    var objects = 0
  }

  private let state = Locked(State(), rank: .leaf)

  func begin(_ key: Int) { state.withLock { $0.begun[key, default: 0] += 1 } }
  func end(_ key: Int) { state.withLock { $0.ended[key, default: 0] += 1 } }
  func countObject(_ change: Int) { state.withLock { $0.objects += change } }

  /// How many models there are whose values have not been released.
  var objects: Int { state.withLock { $0.objects } }

  /// The number of reads that mixed two snapshots.
  let torn = Atomic<Int>(0)

  /// The number of activations of each model.
  var begun: [Int: Int] { state.withLock { $0.begun } }

  /// The models that live now.
  var living: Set<Int> {
    state.withLock { state in
      Set(state.begun.filter { $0.value > state.ended[$0.key] ?? 0 }.keys)
    }
  }

  /// Is there as long as the values of one model are.
  final class Member: Sendable {
    private let census: Census
    init(_ census: Census) {
      self.census = census
      census.countObject(1)
    }
    deinit { census.countObject(-1) }
  }
}

/// A model with children of its own kind in each kind of container.
struct Branch: Model {
  static let modelLayout = ModelLayout<Branch>("Branch") {
    $0.slot("value", \.value)
    $0.slot("name", \.name)
    $0.slot("single", \.single)
    $0.slot("list", \.list)
    $0.slot("named", \.named)
    $0.slot("table", \.table)
  }
  var modelNode = ModelNode<Branch>()
  let key: Int
  let census: Census
  let member: Census.Member

  var value: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var name: String {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var single: Branch? {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var list: [Branch] {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }
  var named: [Int: Branch] {
    get { modelNode[4] }
    nonmutating set { modelNode[4] = newValue }
    nonmutating _modify { yield &modelNode[4] }
  }
  var table: IdentifiedArrayOf<Branch> {
    get { modelNode[5] }
    nonmutating set { modelNode[5] = newValue }
    nonmutating _modify { yield &modelNode[5] }
  }

  init(key: Int, census: Census) {
    self.key = key
    self.census = census
    member = Census.Member(census)
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: "")
    modelNode.initialize(2, to: nil as Branch?)
    modelNode.initialize(3, to: [Branch]())
    modelNode.initialize(4, to: [Int: Branch]())
    modelNode.initialize(5, to: IdentifiedArrayOf<Branch>())
  }

  func onActivate() {
    census.begin(key)
    node.onCancel { [census, key] in census.end(key) }
  }

  /// The children, with the steps that lead to them.
  var children: [(Step, Branch)] {
    var children: [(Step, Branch)] = []
    if let single { children.append((.single, single)) }
    children += list.enumerated().map { (.list($0.offset), $0.element) }
    children += named.sorted { $0.key < $1.key }.map { (.named($0.key), $0.value) }
    children += table.enumerated().map { (.table($0.offset), $0.element) }
    return children
  }

  /// The model and all below it, as a plain value.
  var plain: PlainBranch {
    PlainBranch(
      key: key,
      value: value,
      name: name,
      single: single.map { [$0.plain] } ?? [],
      list: list.map(\.plain),
      named: named.mapValues(\.plain),
      table: table.map(\.plain)
    )
  }

  /// The model below this one at the end of a path.
  func at(_ path: [Step]) -> Branch? {
    path.reduce(Optional(self)) { branch, step in
      branch?.children.first { $0.0 == step }?.1
    }
  }
}

/// From a model to one of its children.
enum Step: Hashable, Sendable {
  case single
  case list(Int)
  case named(Int)
  case table(Int)
}

/// The expected tree of branches: a value, without identity, lifetime or observers.
struct PlainBranch: Equatable, Sendable {
  var key: Int
  var value = 0
  var name = ""
  var single: [PlainBranch] = []
  var list: [PlainBranch] = []
  var named: [Int: PlainBranch] = [:]
  var table: [PlainBranch] = []

  /// The paths to this and to all below, parents first.
  var paths: [[Step]] {
    var paths: [[Step]] = [[]]
    func add(_ step: Step, _ child: PlainBranch) { paths += child.paths.map { [step] + $0 } }
    for child in single { add(.single, child) }
    for (index, child) in list.enumerated() { add(.list(index), child) }
    for (key, child) in named.sorted(by: { $0.key < $1.key }) { add(.named(key), child) }
    for (index, child) in table.enumerated() { add(.table(index), child) }
    return paths
  }

  /// The keys of this and of all below.
  var keys: [Int] {
    let children = single + list + Array(named.values) + table
    return [key] + children.flatMap(\.keys)
  }

  /// Whether nothing is below.
  var isLeaf: Bool { single.isEmpty && list.isEmpty && named.isEmpty && table.isEmpty }

  /// The value at the end of a path.
  func at(_ path: [Step]) -> PlainBranch {
    var (copy, found) = (self, self)
    copy.change(path[...]) { found = $0 }
    return found
  }

  /// Changes the value at the end of a path.
  mutating func change(_ path: ArraySlice<Step>, _ body: (inout PlainBranch) -> Void) {
    guard let step = path.first else { return body(&self) }
    let rest = path.dropFirst()
    switch step {
    case .single: single[0].change(rest, body)
    case .list(let index): list[index].change(rest, body)
    case .named(let key): named[key]?.change(rest, body)
    case .table(let index): table[index].change(rest, body)
    }
  }
}
