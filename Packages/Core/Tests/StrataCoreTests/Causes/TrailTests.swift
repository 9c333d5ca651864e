import StrataConcurrency
import Testing

@testable import StrataCore

/// The path down to a context that several parents have.
@Suite struct TrailTests {
  private func names(_ steps: [TrailStep]?) -> [String]? {
    steps?.map { step in (step.slot?.name ?? "top") + " " + Kid(context: step.context).name }
  }

  @Test func followsTheFirstParentsOrElseAShortestPath() {
    let leaf = Kid("leaf")
    let (first, inner) = (Kid("first", kids: [leaf]), Kid("inner", kids: [leaf]))
    let second = Kid("second", kids: [Kid("inmost", kids: [inner]), inner])
    let root = Kid("root", kids: [first, second])
    let anchor = Anchor(root.context)
    #expect(
      names(leaf.context.trail(from: root.context)) == ["top root", "kids first", "kids leaf"]
    )
    #expect(
      names(leaf.context.trail(from: second.context)) == [
        "top second", "kids inner", "kids leaf",
      ]
    )
    #expect(names(leaf.context.trail(from: leaf.context)) == ["top leaf"])
    #expect(first.context.trail(from: second.context) == nil)
    withExtendedLifetime(anchor) {}
  }
}
