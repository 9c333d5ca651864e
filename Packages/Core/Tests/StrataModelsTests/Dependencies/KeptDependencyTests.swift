@_spi(Strata) import StrataCore
@_spi(Strata) import StrataDependencies
import StrataModels
import Testing

/// A root's dependencies are cached with its tree once they were read, except in the test context, where each use
/// is checked. The cache must not change the values.
@Suite struct KeptDependencyTests {
  private func fact(_ model: Logged?) -> String? { model?.node.factClient.fetch(1) }

  private func live(
    _ root: Logged,
    _ text: String? = nil
  ) -> Logged {
    root.withAnchor {
      $0.context = .live
      if let text { $0.factClient.fetch = { "\($0) is \(text)" } }
    }
  }

  @Test func thoseOfARootThatSetsThemLateAreCachedToo() {
    let root = Counter()
    let anchor = Anchor(root.node.context)
    root.node.context.updateDependencies {
      $0.context = .live
      $0.factClient.fetch = { "\($0) is late" }
    }
    for _ in 0..<2 { #expect(root.node.factClient.fetch(1) == "1 is late") }
    #expect(root.node.context.keptDependencies != nil)
    withExtendedLifetime(anchor) {}
  }

  @Test func aRootsValueIsTheSameWhenReadAgainFromAnywhere() {
    let root = live(Logged("p", Log(), child: Logged("c", Log())), "root's")
    for _ in 0..<3 {
      #expect(fact(root) == "1 is root's")
      #expect(fact(root.child) == "1 is root's")
      #expect(root.child?.node[FactClient.self].fetch(2) == "2 is root's")
      #expect(root.child?.node.dependency(\.factClient).fetch(3) == "3 is root's")
    }
  }

  @Test func defaultsHoldInATreeWhateverScopeAsks() {
    let root = live(Logged("p", Log()))
    for _ in 0..<2 {
      withDependencies {
        $0.factClient.fetch = { "\($0) is the scope's" }
      } operation: {
        #expect(fact(root) == "1 is live")
      }
    }
  }

  @Test func defaultsHoldInATreeWithoutChangesWhateverScopeAsks() {
    let root = Logged("p", Log()).withAnchor()
    withDependencies {
      $0.factClient.fetch = { "\($0) is the scope's" }
    } operation: {
      #expect(fact(root) == "1 is a test")
    }
  }

  @Test func anOverrideThatJoinsLaterHoldsAtItsPlaceAlone() {
    let root = live(Logged("p", Log(), child: Logged("c", Log())), "root's")
    #expect(fact(root.child) == "1 is root's")
    root.child = Logged("c", Log(), child: Logged("d", Log())).withDependencies {
      $0.factClient.fetch = { "\($0) is own" }
    }
    for _ in 0..<2 {
      #expect(fact(root) == "1 is root's")
      #expect(fact(root.child) == "1 is own")
      #expect(fact(root.child?.child) == "1 is own")
    }
    root.child = Logged("c", Log())
    #expect(fact(root.child) == "1 is root's")
  }

  @Test func eachTreeHasItsOwn() {
    let child = Logged("c", Log())
    let first = live(Logged("p", Log(), child: child), "first")
    #expect(fact(child) == "1 is first")
    first.child = nil
    let second = live(Logged("q", Log(), child: child), "second")
    #expect(fact(child) == "1 is second")
    #expect(fact(second) == "1 is second")
    #expect(fact(first) == "1 is first")
  }

  @Test func whatARootKeepsGoesWithItsTree() {
    weak var kept: Token?
    do {
      let token = Token()
      kept = token
      let root = live(Logged("p", Log()), "root's")
      let holding = Logged("q", Log()).withAnchor {
        $0.context = .live
        $0.factClient.fetch = { [token] in "\($0) is \(token.name)" }
      }
      #expect(fact(holding) == "1 is token")
      #expect(fact(holding) == "1 is token")
      #expect(fact(root) == "1 is root's")
    }
    #expect(kept == nil)
  }

  private final class Token: Sendable {
    let name = "token"
  }
}
