import StrataConcurrency
import StrataEvents
import Testing

@Suite struct SharedPositionTests {
  /// ```
  ///    root
  ///    /  \
  ///   a    b
  ///    \  / \
  ///   shared c
  ///     |
  ///   below
  /// ```
  @Test func receivesOnceAfterAllItsParents() {
    let root = Node("root")
    let a = root.makeChild("a")
    let b = root.makeChild("b")
    let shared = a.makeChild("shared")
    b.add(shared)
    _ = b.makeChild("c")
    let below = shared.makeChild("below")
    #expect(root.receivers(.descendants) == ["a", "b", "shared", "below", "c"])
    #expect(a.receivers(.descendants) == ["shared", "below"])
    #expect(below.receivers(.ancestors) == ["shared", "a", "b", "root"])
    #expect(shared.receivers(.parent) == ["a", "b"])
    #expect(below.origins(.ancestors)["a"] == .descendants)
    #expect(shared.origins(.ancestors)["a"] == [.children, .descendants])
  }

  @Test func receivesOnceWhenOneParentHoldsItTwice() {
    let root = Node("root")
    let child = root.makeChild("child")
    root.add(child)
    #expect(root.receivers(.descendants) == ["child"])
    #expect(root.receivers(.children) == ["child"])
    #expect(child.receivers(.ancestors) == ["root"])
    #expect(child.receivers(.parent) == ["root"])
  }

  @Test func putsTheNearestAncestorFirstByTheShortestWay() {
    // leaf -> near -> far -> top, and leaf -> top
    let top = Node("top")
    let far = top.makeChild("far")
    let near = far.makeChild("near")
    let leaf = near.makeChild("leaf")
    top.add(leaf)
    #expect(leaf.receivers(.ancestors) == ["near", "top", "far"])
  }

  @Test func walksOncePerPositionAndNotPerWay() {
    // 60 diamonds in a row: 2^60 ways from end to end.
    let top = Node("top")
    var last = top
    for _ in 0..<60 {
      let left = last.makeChild("l")
      let right = last.makeChild("r")
      last = left.makeChild("m")
      right.add(last)
    }
    #expect(top.receivers(.descendants).count == 180)
    #expect(last.receivers(.ancestors).count == 180)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func agreesWithADefinitionOnRandomGraphs(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let nodes = (0..<Int.random(in: 1...24, using: &random)).map { Node("\($0)") }
    for index in nodes.indices.dropFirst() {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        nodes[Int.random(in: 0..<index, using: &random)].add(nodes[index])
      }
    }
    for node in nodes {
      let below = node.receivers(.descendants)
      #expect(Set(below) == Set(reachable(from: node, \.children).keys))
      #expect(below.count == Set(below).count)
      let rank = Dictionary(uniqueKeysWithValues: zip(below, below.indices))
      for receiver in nodes where rank[receiver.name] != nil {
        for parent in receiver.parents {
          #expect(rank[parent.name] ?? -1 < rank[receiver.name] ?? -1)
        }
      }

      let origins = node.origins(.descendants)
      for receiver in nodes {
        let isChild = receiver.parents.contains { $0 === node }
        let expected: Audience = isChild ? [.parent, .ancestors] : .ancestors
        #expect(origins[receiver.name] == (rank[receiver.name] == nil ? nil : expected))
      }

      let above = node.receivers(.ancestors)
      let distances = reachable(from: node, \.parents)
      #expect(Set(above) == Set(distances.keys))
      #expect(above.count == distances.count)
      #expect(above.compactMap { distances[$0] } == above.compactMap { distances[$0] }.sorted())
    }
  }

  /// The names of the reached positions, with the length of the shortest way.
  private func reachable(from node: Node, _ next: KeyPath<Node, [Node]>) -> [String: Int] {
    var distances: [String: Int] = [:]
    var level = node[keyPath: next]
    var distance = 1
    while !level.isEmpty {
      let fresh = level.filter { distances[$0.name] == nil }
      for node in fresh { distances[node.name] = distance }
      level = fresh.flatMap { $0[keyPath: next] }
      distance += 1
    }
    return distances
  }

  @Test func manyWaysLeadToAPositionWithSeveralParentsAlone() {
    let (first, second) = (Node("first"), Node("second"))
    let child = first.makeChild("child")
    #expect(!first.isReachedByManyWays)
    #expect(!child.isReachedByManyWays)
    second.add(child)
    #expect(child.isReachedByManyWays)
  }
}
