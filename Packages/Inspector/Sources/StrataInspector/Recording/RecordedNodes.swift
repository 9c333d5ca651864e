import StrataCore

/// What a recording knows of a tree: which nodes it has written, and a hash of each value, never the value.
///
/// An object, so that a write changes it where it is. It never leaves the recording's lock, which makes accesses
/// exclusive without the checks at run time.
final class RecordedNodes {
  /// The number of the tree in the recording.
  let number: Int
  let root: UInt64
  let name: String
  private(set) weak var context: Context?
  /// Counts what was recorded of the tree, so that an image that was read meanwhile is not used.
  @safe @exclusivity(unchecked) var version = 0
  /// Whether the next record of the tree has to be its state.
  @safe @exclusivity(unchecked) var needsState = true
  /// Whether a property is missing that was being changed in place, so that the state is written again with the next
  /// change.
  ///
  /// That change may have ended as it began, and then nothing else brings the property.
  @safe @exclusivity(unchecked) private(set) var isIncomplete = false
  @safe @exclusivity(unchecked) private(set) var commit = 0
  @safe @exclusivity(unchecked) private(set) var round: UInt64?
  @safe @exclusivity(unchecked) private var nodes: [UInt64: Int] = [:]
  @safe @exclusivity(unchecked) private var table: [Node] = []
  @safe @exclusivity(unchecked) private var gaps: [Int] = []
  /// The node that was looked for last, because writes of one node often follow one another.
  @safe @exclusivity(unchecked) private var found: (id: UInt64, index: Int)?
  @safe @exclusivity(unchecked) private var orphans: Set<UInt64> = []

  /// The contexts in private properties, and all below them, as far as they were seen.
  @safe @exclusivity(unchecked) private var hidden: Set<UInt64> = []

  /// Notes contexts of private properties.
  func hide(_ contexts: [UInt64]) { hidden.formUnion(contexts) }

  /// Whether a context stands in a private property alone, or is attached to one that does.
  func hides(_ id: UInt64, attachedTo owner: UInt64?) -> Bool {
    if hidden.isEmpty || knows(id) { return false }
    return hidden.contains(id) || owner.map { hidden.contains($0) && !knows($0) } ?? false
  }

  private struct Node {
    let kind: String
    /// A hash of each property's value, by slot; zero for those that are not known.
    var hashes: ContiguousArray<Int> = []
    var children: [Int: [UInt64]] = [:]
    var attached: [UInt64] = []
    var parents = 0
    /// The number of its kind's first property among the recording's names; -1 while that is not known.
    var names = -1

    mutating func note(_ hash: Int, at slot: Int) {
      while hashes.count <= slot { hashes.append(0) }
      hashes[slot] = hash
    }
  }

  init(number: Int, _ context: Context) {
    self.number = number
    self.context = context
    root = context.id.rawValue
    name = context.layout.name
  }

  func knows(_ id: UInt64) -> Bool { nodes[id] != nil }

  @inline(__always)
  private func index(of id: UInt64) -> Int? {
    if let found, found.id == id { return found.index }
    guard let index = nodes[id] else { return nil }
    found = (id, index)
    return index
  }

  private func set(_ node: Node, as id: UInt64) {
    if let index = nodes[id] {
      table[index] = node
    } else if let index = gaps.popLast() {
      nodes[id] = index
      table[index] = node
    } else {
      nodes[id] = table.count
      table.append(node)
    }
  }

  private func take(_ id: UInt64) -> Node? {
    found = nil
    guard let index = nodes.removeValue(forKey: id) else { return nil }
    gaps.append(index)
    defer { table[index] = Node(kind: "") }
    return table[index]
  }

  /// Begins a round, if it is another than the running one.
  ///
  /// - Parameters:
  ///   - round: The round.
  ///   - last: The recording's last commit.
  /// - Returns: The recording's last commit then.
  func begin(_ round: UInt64, after last: Int) -> Int {
    guard round != self.round else { return last }
    self.round = round
    commit = last + 1
    return commit
  }

  /// Replaces all that is known.
  func replace(by images: [NodeImage]) {
    (nodes, table, gaps, found) = ([:], [], [], nil)
    orphans = []
    hidden = []
    (needsState, isIncomplete) = (false, false)
    for image in images { add(image) }
    for image in images { connect(image) }
  }

  /// Adds nodes that have joined.
  func add(_ images: [NodeImage]) {
    for image in images { add(image) }
    for image in images { connect(image) }
  }

  private func add(_ image: NodeImage) {
    var node = Node(kind: image.kind)
    for property in image.properties { node.note(Self.hash(of: property.value), at: property.slot) }
    node.children = image.children
    if !image.isComplete { isIncomplete = true }
    hidden.formUnion(image.hidden)
    set(node, as: image.id)
  }

  private func connect(_ image: NodeImage) {
    for child in image.children.values.joined() { addParent(of: child) }
    if let owner = image.owner, let index = nodes[owner] {
      table[index].attached.append(image.id)
      addParent(of: image.id)
    }
  }

  private func addParent(of id: UInt64) {
    if let index = nodes[id] { table[index].parents += 1 }
  }

  /// A number that is the same for equal values, and never zero.
  private static func hash(of value: JSONValue) -> Int {
    PlainValue(value)?.fingerprint ?? (value.hashValue | 1)
  }

  /// Notes a new value; `true` if the value before is the one that was recorded last.
  func note(_ new: JSONValue, at slot: Int, of id: UInt64, after old: JSONValue?) -> Bool {
    guard let index = index(of: id) else { return false }
    let known = slot < table[index].hashes.count ? table[index].hashes[slot] : 0
    table[index].note(Self.hash(of: new), at: slot)
    return old.map { Self.hash(of: $0) == known } ?? false
  }

  /// Notes a new plain value.
  ///
  /// - Returns: The number of the property among the recording's names, and whether the value before is the one that was
  ///   recorded last; `nil` for a node that has not been written.
  @inline(__always)
  func note(
    _ change: borrowing PlainChange,
    _ names: inout RecordedNames
  ) -> (name: Int, isAfterOld: Bool)? {
    guard let index = index(of: change.node) else { return nil }
    if table[index].names < 0 { table[index].names = names.start(of: change.kind) }
    let name = table[index].names + change.slot
    let known = change.slot < table[index].hashes.count ? table[index].hashes[change.slot] : 0
    let value = names.isPrivate(name) ? PlainValue.null : change.value
    table[index].note(value.fingerprint, at: change.slot)
    return (name, change.old.map { $0.fingerprint == known } ?? false)
  }

  /// The contexts that a slot had when it was recorded last.
  func children(at slot: Int, of id: UInt64) -> [UInt64]? {
    index(of: id).flatMap { table[$0].children[slot] }
  }

  /// Notes the contexts that a slot has now.
  func note(_ children: [UInt64], at slot: Int, of id: UInt64) {
    guard let index = index(of: id) else { return }
    let former = table[index].children[slot] ?? []
    table[index].children[slot] = children
    for child in children { addParent(of: child) }
    for child in former { release(child) }
  }

  private func release(_ id: UInt64) {
    guard let index = nodes[id] else { return }
    table[index].parents -= 1
    if table[index].parents == 0 { orphans.insert(id) }
  }

  /// The nodes that no node contains any more, and those below them; they are forgotten.
  ///
  /// Called at the end of a round, because a node may move within one.
  func takeRemoved() -> [(id: UInt64, kind: String)] {
    guard !orphans.isEmpty else { return [] }
    var removed: [(UInt64, String)] = []
    while let id = orphans.min() {
      orphans.remove(id)
      guard id != root, let index = nodes[id], table[index].parents <= 0,
        let node = take(id)
      else { continue }
      removed.append((id, node.kind))
      for child in node.children.values.joined() { release(child) }
      for child in node.attached { release(child) }
    }
    return removed
  }
}
