/// The formula of a random node, over sources and nodes that were made before it.
package enum Formula: Sendable {
  /// The sum of some.
  case sum([Int])
  /// The second if the first is even, else the third.
  case choice(Int, Int, Int)
  /// The remainder, so that many changes come to nothing.
  case remainder(Int, by: Int)
  /// The first that is positive, read one after the other.
  case firstPositive([Int])

  /// Makes a formula over the first `count` numbers.
  package static func random(
    below count: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Formula {
    func any() -> Int { Int.random(in: 0..<count, using: &generator) }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return .sum((0...Int.random(in: 0..<4, using: &generator)).map { _ in any() })
    case 1: return .choice(any(), any(), any())
    case 2: return .remainder(any(), by: Int.random(in: 1...3, using: &generator))
    default:
      return .firstPositive((0...Int.random(in: 0..<4, using: &generator)).map { _ in any() })
    }
  }

  /// The result, given how to read a number.
  package func evaluate(_ read: (Int) -> Int) -> Int {
    switch self {
    case .sum(let places): places.reduce(1) { $0 &+ read($1) }
    case .choice(let condition, let then, let otherwise):
      read(condition) % 2 == 0 ? read(then) : read(otherwise)
    case .remainder(let place, let divisor): read(place) % divisor
    case .firstPositive(let places):
      places.lazy.map(read).first { $0 > 0 } ?? 0
    }
  }
}

/// The expected behaviour of the engine, written down as simply as possible: recursion, and a version for each number.
package struct Oracle {
  private struct Node {
    let formula: Formula
    var value = 0
    var version = 0
    var sources: [(place: Int, seen: Int)] = []
    var runs = 0
  }

  private var values: [Int]
  private var versions: [Int]
  private var nodes: [Node]

  /// Makes the oracle of a graph whose first numbers are sources.
  package init(values: [Int], formulas: [Formula]) {
    self.values = values
    versions = Array(repeating: 1, count: values.count)
    nodes = formulas.map { Node(formula: $0) }
  }

  /// How often each node was computed.
  package var runs: [Int] { nodes.map(\.runs) }

  /// Writes sources as one change.
  package mutating func write(_ writes: [(place: Int, value: Int)]) {
    let before = values
    for (place, value) in writes { values[place] = value }
    for place in values.indices where values[place] != before[place] { versions[place] += 1 }
  }

  /// Reads a number.
  package mutating func read(_ place: Int) -> Int {
    guard place >= values.count else { return values[place] }
    update(place - values.count)
    return nodes[place - values.count].value
  }

  /// The value of a node, computed only from the sources.
  package func recomputed(_ place: Int) -> Int {
    guard place >= values.count else { return values[place] }
    return nodes[place - values.count].formula.evaluate(recomputed)
  }

  private mutating func version(_ place: Int) -> Int {
    guard place >= values.count else { return versions[place] }
    update(place - values.count)
    return nodes[place - values.count].version
  }

  private mutating func update(_ index: Int) {
    if nodes[index].version > 0 {
      var isValid = true
      for source in nodes[index].sources where isValid {
        isValid = version(source.place) == source.seen
      }
      if isValid { return }
    }
    var sources: [(place: Int, seen: Int)] = []
    var copy = self
    let value = nodes[index].formula.evaluate { place in
      let value = copy.read(place)
      if !sources.contains(where: { $0.place == place }) {
        sources.append((place, copy.version(place)))
      }
      return value
    }
    self = copy
    nodes[index].sources = sources
    nodes[index].runs += 1
    if nodes[index].version == 0 || nodes[index].value != value { nodes[index].version += 1 }
    nodes[index].value = value
  }
}
