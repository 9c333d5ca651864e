/// A tree of spots in plain values, with each answer computed from scratch.
struct SpotOracle {
  struct Node {
    var kids: [Int] = []
    /// In the order in which they became parents.
    var parents: [Int] = []
    var theme: Int?
    var contribution: Int?
  }

  private(set) var nodes: [Int: Node] = [0: Node()]

  var living: [Int] { nodes.keys.sorted() }

  subscript(key: Int) -> Node {
    get { nodes[key] ?? Node() }
    set { nodes[key] = newValue }
  }

  mutating func add(_ key: Int, below parent: Int) {
    if nodes[key] == nil { nodes[key] = Node() }
    self[parent].kids.append(key)
    self[key].parents.append(parent)
  }

  mutating func remove(_ key: Int, from parent: Int) {
    self[parent].kids.removeAll { $0 == key }
    self[key].parents.removeAll { $0 == parent }
    endIfAlone(key)
  }

  mutating func move(_ key: Int, from parent: Int, to other: Int) {
    self[parent].kids.removeAll { $0 == key }
    self[key].parents.removeAll { $0 == parent }
    add(key, below: other)
  }

  private mutating func endIfAlone(_ key: Int) {
    guard key != 0, self[key].parents.isEmpty else { return }
    let kids = self[key].kids
    nodes[key] = nil
    for kid in kids {
      self[kid].parents.removeAll { $0 == key }
      endIfAlone(kid)
    }
  }

  func isBelow(_ key: Int, _ ancestor: Int) -> Bool {
    key == ancestor || self[key].parents.contains { isBelow($0, ancestor) }
  }

  func theme(at key: Int) -> Int {
    var level = [key]
    var seen: Set<Int> = []
    while !level.isEmpty {
      for spot in level { if let theme = self[spot].theme { return theme } }
      level = level.flatMap { self[$0].parents }.filter { seen.insert($0).inserted }
    }
    return 0
  }

  func ancestors(of key: Int) -> [Int] {
    var found: [Int] = []
    var level = [key]
    while !level.isEmpty {
      var next: [Int] = []
      for parent in level.flatMap({ self[$0].parents }) where !found.contains(parent) {
        found.append(parent)
        next.append(parent)
      }
      level = next
    }
    return found
  }

  /// The spots at and below one, each once, in the order of the outline.
  func outline(from key: Int) -> [Int] {
    var found: [Int] = []
    func visit(_ key: Int) {
      guard !found.contains(key) else { return }
      found.append(key)
      self[key].kids.forEach(visit)
    }
    visit(key)
    return found
  }

  func contributions(at key: Int) -> [Int] {
    outline(from: key).compactMap { self[$0].contribution }
  }
}
