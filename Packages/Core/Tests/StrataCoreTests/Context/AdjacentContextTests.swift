import Testing

@testable import StrataCore

@Suite struct AdjacentContextTests {
  private func names(_ kid: Kid) -> [String] {
    kid.context.trackedChildren.map { Kid(context: $0.context).name }
  }

  @Test func childrenAreListedInTheOrderOfTheirSlots() {
    let kid = Kid(kids: [Kid("a"), Kid("b")])
    kid.only = Kid("c")
    #expect(names(kid) == ["a", "b", "c"])
    let anchor = Anchor(kid.context)
    #expect(names(kid) == ["a", "b", "c"])
    withExtendedLifetime(anchor) {}
  }

  @Test func aChildThatMovesIsListedAtOnceInATransaction() {
    let (one, two) = (Kid("one", kids: [Kid("moved")]), Kid("two"))
    let anchor = Anchor(Kid(kids: [one, two]).context)
    one.context.transaction {
      two.kids = one.kids
      #expect(names(two) == ["moved"])
      one.kids = []
      #expect(names(one) == [])
    }
    #expect(names(two) == ["moved"])
    withExtendedLifetime(anchor) {}
  }

  @Test func anAncestorThatATransactionInsertsBelowItselfIsNoChild() {
    let below = Kid("below")
    let root = Kid("root", kids: [below])
    let anchor = Anchor(root.context)
    let found = reports {
      below.context.transaction {
        below.kids = [root]
        #expect(names(below) == [])
      }
    }
    #expect(found.count == 1)
    withExtendedLifetime(anchor) {}
  }
}
