import StrataConcurrency
import StrataModels
import StrataRendering

/// Does commands to a tree of models and to a plain value, and compares them.
struct TreeRun {
  /// The difference.
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private struct Thrown: Error {}

  let census: Census
  private var root: Branch
  private var plain = PlainBranch(key: 0)
  private var lastKey = 0
  private var isAnchored = false
  /// The number of times a model was taken out and put in again; each is a new incarnation.
  private var returns: [Int: Int] = [:]
  private var snapshots: [(Branch, PlainBranch)] = []
  private var probe: RenderProbe<PlainBranch>?

  private init() {
    census = Census()
    root = Branch(key: 0, census: census)
  }

  /// Goes on with a tree that is already active.
  init(living root: Branch, _ census: Census) {
    self.root = root
    self.census = census
    isAnchored = true
  }

  /// Makes an anchored tree; it tracks undo if it gets a stack.
  init(undo stack: ModelUndoStack?) {
    census = Census()
    root = Branch(key: 0, census: census).withAnchor { $0.undoSystem.backend = stack }
    isAnchored = true
    if stack != nil { root.node.trackUndo() }
  }

  /// The root.
  var branch: Branch { root }

  /// The current tree, as a plain value.
  var found: PlainBranch { root.plain }

  /// Goes on from what the tree is now.
  mutating func followTree() { plain = root.plain }

  /// Compares the active models with the expected ones.
  func compareLiving(with plain: PlainBranch, after place: String) throws {
    let wrong = census.living.symmetricDifference(plain.keys)
    guard !wrong.isEmpty else { return }
    throw Difference(description: "after \(place) these live wrongly or not: \(wrong.sorted())")
  }

  /// Runs commands.
  ///
  /// - Parameters:
  ///   - commands: The commands to run.
  ///   - isWatched: Whether to compare after each command, and what an observer sees as well.
  /// - Throws: The difference.
  static func run(_ commands: [TreeCommand], isWatched: Bool) throws {
    let census = try {
      var run = TreeRun()
      try run.perform(commands, isWatched: isWatched)
      return run.census
    }()
    // The tree has been released with its anchor.
    if !census.living.isEmpty { throw Difference(description: "alive: \(census.living)") }
    if census.objects != 0 { throw Difference(description: "\(census.objects) models leaked") }
  }

  /// Does commands and compares, after each one or after the last.
  mutating func perform(_ commands: [TreeCommand], isWatched: Bool) throws {
    for command in commands {
      perform(command)
      if isWatched {
        watch()
        try compare(after: command.description)
      }
    }
    try compare(after: "the last command")
  }

  private mutating func watch() {
    guard isAnchored, probe == nil else { return }
    // The probe gets a bare handle and not the root itself, whose anchor would keep the tree and the probe alive.
    guard let branch = root.node.context.keptHandle as? Branch else { return }
    probe = RenderProbe { branch.plain }
  }

  private func compare(after place: String) throws {
    let found = root.plain
    if found != plain {
      let text = ValueDiff().text(from: plain, to: found) ?? ""
      throw Difference(description: "after \(place):\n\(text)")
    }
    if let seen = probe?.output, seen != plain {
      throw Difference(description: "after \(place) an observer sees something else")
    }
    for (copy, value) in snapshots where copy.plain != value {
      throw Difference(description: "after \(place) a frozen copy has changed")
    }
    guard isAnchored else { return }
    let keys = Set(plain.keys)
    if census.living != keys {
      let wrong = census.living.symmetricDifference(keys)
      throw Difference(description: "after \(place) these live wrongly or not: \(wrong.sorted())")
    }
    let begun = census.begun
    for key in keys where begun[key] != 1 + (returns[key] ?? 0) {
      throw Difference(description: "after \(place) \(key) has begun \(begun[key] ?? 0) lives")
    }
  }

  // MARK: Commands

  mutating func perform(_ command: TreeCommand) {
    let paths = plain.paths
    let path = paths[command.place % paths.count]
    guard let branch = root.at(path) else { return }
    var value = plain.at(path)
    // Models are reported for nothing here but second anchors.
    let ignore: ReportSink.Handler = { _ in }
    ReportSink.withHandler(ignore) {
      switch command.kind {
      case .anchor:
        if !isAnchored { root = root.withAnchor() }
        isAnchored = true
      case .anchorAgain: if isAnchored { _ = branch.withAnchor() }
      case .freeze: snapshots.append((branch.frozenCopy, value))
      case .setValue, .addToValue, .setName, .transaction, .failingTransaction:
        changeValues(command, branch, &value)
      case .append, .insert, .remove, .swap, .reverse, .replace, .sort, .removeAll:
        changeList(command, branch, &value)
      case .setSingle, .clearSingle, .setNamed, .clearNamed, .rotateNamed:
        changePlaces(command, branch, &value)
      case .appendToTable, .removeFromTable, .moveInTable, .replaceTable:
        changeTable(command, branch, &value)
      case .moveToSingle, .moveToTable, .bringBack:
        move(command, branch, &value)
      }
    }
    plain.change(path[...]) { $0 = value }
  }

  private mutating func make() -> (Branch, PlainBranch) {
    lastKey += 1
    return (Branch(key: lastKey, census: census), PlainBranch(key: lastKey))
  }

  private mutating func changeValues(
    _ command: TreeCommand,
    _ branch: Branch,
    _ value: inout PlainBranch
  ) {
    let number = command.number
    switch command.kind {
    case .setValue:
      branch.value = number
      value.value = number
    case .addToValue:
      branch.value += number
      value.value += number
    case .setName:
      branch.name = "n\(number)"
      value.name = "n\(number)"
    case .failingTransaction:
      try? branch.node.transaction { () throws(Thrown) in
        branch.value = number
        throw Thrown()
      }
      value.value = number
    default:
      let (child, plainChild) = make()
      let ((first, plainFirst), (second, plainSecond)) = (make(), make())
      branch.node.transaction {
        branch.value = number
        branch.list.append(child)
        child.value = number
        branch.node.transaction { branch.name += "t" }
        branch.list.swapAt(0, branch.list.count - 1)
        branch.table.append(first)
        branch.table.append(second)
        branch.table.remove(at: 0)
      }
      value.value = number
      value.list.append(plainChild)
      value.list[value.list.count - 1].value = number
      value.name += "t"
      value.list.swapAt(0, value.list.count - 1)
      value.table += [plainFirst, plainSecond]
      value.table.remove(at: 0)
    }
  }

  private mutating func changeList(
    _ command: TreeCommand,
    _ branch: Branch,
    _ value: inout PlainBranch
  ) {
    let count = value.list.count
    let index = count == 0 ? 0 : command.number % count
    switch command.kind {
    case .append, .insert:
      let (child, plainChild) = make()
      let place = command.kind == .append ? count : index
      branch.list.insert(child, at: place)
      value.list.insert(plainChild, at: place)
    case .remove where count > 0:
      branch.list.remove(at: index)
      value.list.remove(at: index)
    case .swap where count > 0:
      branch.list.swapAt(0, index)
      value.list.swapAt(0, index)
    case .reverse:
      branch.list.reverse()
      value.list.reverse()
    case .replace where count > 0:
      let (child, plainChild) = make()
      branch.list[index] = child
      value.list[index] = plainChild
    case .sort:
      branch.list = branch.list.sorted { $0.key > $1.key }
      value.list.sort { $0.key > $1.key }
    case .removeAll where command.number % 3 == 0:
      branch.list.removeAll()
      value.list.removeAll()
    default: break
    }
  }

  private mutating func changePlaces(
    _ command: TreeCommand,
    _ branch: Branch,
    _ value: inout PlainBranch
  ) {
    let key = command.number % 3
    switch command.kind {
    case .setSingle:
      let (child, plainChild) = make()
      branch.single = child
      value.single = [plainChild]
    case .clearSingle:
      branch.single = nil
      value.single = []
    case .setNamed:
      let (child, plainChild) = make()
      branch.named[key] = child
      value.named[key] = plainChild
    case .clearNamed:
      branch.named[key] = nil
      value.named[key] = nil
    default:
      func rotate<Value>(_ named: inout [Int: Value]) {
        named = Dictionary(uniqueKeysWithValues: named.map { (($0.key + 1) % 3, $0.value) })
      }
      rotate(&branch.named)
      rotate(&value.named)
    }
  }

  private mutating func changeTable(
    _ command: TreeCommand,
    _ branch: Branch,
    _ value: inout PlainBranch
  ) {
    let count = value.table.count
    let index = count == 0 ? 0 : command.number % count
    switch command.kind {
    case .appendToTable:
      let (child, plainChild) = make()
      branch.table.append(child)
      value.table.append(plainChild)
    case .removeFromTable where count > 0:
      branch.table.remove(at: index)
      value.table.remove(at: index)
    case .moveInTable where count > 1:
      branch.table.swapAt(0, index)
      value.table.swapAt(0, index)
    case .replaceTable:
      let (child, plainChild) = make()
      branch.table = IdentifiedArray(branch.table.dropLast() + [child])
      value.table = value.table.dropLast() + [plainChild]
    default: break
    }
  }

  private mutating func move(_ command: TreeCommand, _ branch: Branch, _ value: inout PlainBranch) {
    guard let last = value.list.last else { return }
    switch command.kind {
    case .moveToSingle:
      branch.node.transaction { branch.single = branch.list.removeLast() }
      value.single = [value.list.removeLast()]
    case .moveToTable:
      branch.node.transaction { branch.table.append(branch.list.removeLast()) }
      value.table.append(value.list.removeLast())
    default:
      // A leaf that has had children has released them.
      guard last.isLeaf else { return }
      let child = branch.list.removeLast()
      branch.list.insert(child, at: 0)
      value.list.insert(value.list.removeLast(), at: 0)
      if isAnchored { returns[last.key, default: 0] += 1 }
    }
  }
}
