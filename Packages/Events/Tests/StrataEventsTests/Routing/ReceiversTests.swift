import StrataEvents
import Testing

/// ```
///        root
///       /    \
///      a      b
///     / \      \
///   a1   a2     b1
///   |
///   a11
/// ```
@Suite struct ReceiversTests {
  private let root = Node("root")
  private let a: Node
  private let a1: Node
  private let a11: Node

  init() {
    a = root.makeChild("a")
    a1 = a.makeChild("a1")
    a11 = a1.makeChild("a11")
    _ = a.makeChild("a2")
    _ = root.makeChild("b").makeChild("b1")
  }

  @Test func standardIsTheSenderThenItsAncestorsNearestFirst() {
    #expect(a11.receivers(.standard) == ["a11", "a1", "a", "root"])
    #expect(root.receivers(.standard) == ["root"])
  }

  @Test func descendantsComeParentFirstInTheOrderOfTheOutline() {
    #expect(root.receivers(.descendants) == ["a", "a1", "a11", "a2", "b", "b1"])
    #expect(a11.receivers(.descendants) == [])
  }

  @Test func parentAndChildrenAreTheDirectOnes() {
    #expect(a1.receivers(.parent) == ["a"])
    #expect(root.receivers(.parent) == [])
    #expect(root.receivers(.children) == ["a", "b"])
  }

  @Test func visitsEachOnceInCombinations() {
    #expect(a.receivers([.parent, .ancestors]) == ["root"])
    #expect(root.receivers([.children, .descendants]) == root.receivers(.descendants))
    #expect(a.receivers([.self, .parent, .children]) == ["a", "root", "a1", "a2"])
    #expect(a.receivers(.everyone) == ["a", "root", "a1", "a11", "a2"])
    #expect(a.receivers([]) == [])
  }

  @Test func saysWhereTheSenderStands() {
    #expect(
      a.origins(.everyone) == [
        "a": .self, "root": [.children, .descendants], "a1": [.parent, .ancestors],
        "a2": [.parent, .ancestors], "a11": .ancestors,
      ]
    )
    #expect(a11.origins(.ancestors)["root"] == .descendants)
    #expect(a11.origins(.parent) == ["a1": [.children, .descendants]])
    #expect(a.origins(.children)["a1"] == [.parent, .ancestors])
  }

  @Test func walksATreeThatIsDeeperThanTheStack() {
    let top = Node("top")
    var bottom = top
    var all = [top]
    for _ in 0..<100_000 {
      bottom = bottom.makeChild("")
      all.append(bottom)
    }
    #expect(bottom.receivers(.ancestors).count == 100_000)
    #expect(top.receivers(.descendants).count == 100_000)
    // The chain is split before its release, because that release is recursive.
    for node in all { (node.children, node.parents) = ([], []) }
  }

  @Test func dependenciesAreReachedWhereTheyAreNamedAndOnce() {
    let root = Node("root")
    let child = root.makeChild("child")
    let service = Node("service", in: root.tree)
    root.dependencies = [service, child, service]
    #expect(root.receivers(.descendants) == ["child"])
    #expect(root.receivers(.dependencies) == ["service", "child"])
    #expect(root.receivers([.self, .children, .dependencies]) == ["root", "child", "service"])
    #expect(root.origins(.dependencies)["service"] == [.parent, .ancestors])
    #expect(child.receivers(.dependencies) == [])
  }
}
