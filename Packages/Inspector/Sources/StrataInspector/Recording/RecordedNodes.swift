import StrataCore

/// What a recording knows of a tree: which nodes it has written, and a hash of each value, never the value.
struct RecordedNodes {
  /// The number of the tree in the recording.
  let number: Int
  let root: UInt64
  let name: String
  private(set) weak var context: Context?
  /// Counts what was recorded of the tree, so that an image that was read meanwhile is not used.
  var version = 0
  /// Whether the next record of the tree has to be its state.
  var needsState = true
  private(set) var commit = 0
  private(set) var round: UInt64?
  private var nodes: [UInt64: Node] = [:]
  private var orphans: Set<UInt64> = []

  private struct Node {
    let kind: String
    var hashes: [Int: Int] = [:]
    var children: [Int: [UInt64]] = [:]
    var attached: [UInt64] = []
    var parents = 0
  }

  init(number: Int, _ context: Context) {
    self.number = number
    self.context = context
    root = context.id.rawValue
    name = context.layout.name
  }

  func knows(_ id: UInt64) -> Bool { nodes[id] != nil }

  /// Begins a round, if it is another than the running one.
  mutating func begin(_ round: UInt64, nextCommit: () -> Int) {
    guard round != self.round else { return }
    self.round = round
    commit = nextCommit()
  }

  /// Replaces all that is known.
  mutating func replace(by images: [NodeImage]) {
    nodes = [:]
    orphans = []
    for image in images { add(image) }
    for image in images { connect(image) }
    needsState = false
  }

  /// Adds nodes that have joined.
  mutating func add(_ images: [NodeImage]) {
    for image in images { add(image) }
    for image in images { connect(image) }
  }

  private mutating func add(_ image: NodeImage) {
    var node = Node(kind: image.kind)
    for property in image.properties { node.hashes[property.slot] = property.value.hashValue }
    node.children = image.children
    nodes[image.id] = node
  }

  private mutating func connect(_ image: NodeImage) {
    for child in image.children.values.joined() { nodes[child]?.parents += 1 }
    if let owner = image.owner, nodes[owner] != nil {
      nodes[owner]?.attached.append(image.id)
      nodes[image.id]?.parents += 1
    }
  }

  /// Notes a new value; `true` if the value before is the one that was recorded last.
  mutating func note(_ new: JSONValue, at slot: Int, of id: UInt64, after old: JSONValue?) -> Bool {
    let isAfter = old.map { $0.hashValue == nodes[id]?.hashes[slot] } ?? false
    nodes[id]?.hashes[slot] = new.hashValue
    return isAfter
  }

  /// Notes the contexts that a slot has now.
  mutating func note(_ children: [UInt64], at slot: Int, of id: UInt64) {
    let former = nodes[id]?.children[slot] ?? []
    nodes[id]?.children[slot] = children
    for child in children { nodes[child]?.parents += 1 }
    for child in former { release(child) }
  }

  private mutating func release(_ id: UInt64) {
    guard nodes[id] != nil else { return }
    nodes[id]?.parents -= 1
    if nodes[id]?.parents == 0 { orphans.insert(id) }
  }

  /// The nodes that no node contains any more, and those below them; they are forgotten.
  ///
  /// Called at the end of a round, because a node may move within one.
  mutating func takeRemoved() -> [(id: UInt64, kind: String)] {
    var removed: [(UInt64, String)] = []
    while let id = orphans.min() {
      orphans.remove(id)
      guard id != root, let node = nodes[id], node.parents <= 0 else { continue }
      nodes[id] = nil
      removed.append((id, node.kind))
      for child in node.children.values.joined() { release(child) }
      for child in node.attached { release(child) }
    }
    return removed
  }
}
