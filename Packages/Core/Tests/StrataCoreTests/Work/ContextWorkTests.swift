import StrataConcurrency
import Testing

@_spi(Strata) @testable import StrataCore

/// What a context stores and says beside its slots.
@Suite struct ContextWorkTests {
  @Test func anObjectIsStoredUntilItIsReplaced() {
    final class Companion: Sendable {}
    let kid = Kid()
    let anchor = Anchor(kid.context)
    weak var former: Companion?
    do {
      let companion = Companion()
      former = companion
      kid.context.keepObject(companion)
      #expect(kid.context.keptObject === companion)
    }
    #expect(former != nil)
    kid.context.keepObject(nil)
    #expect(former == nil && kid.context.keptObject == nil)
    withExtendedLifetime(anchor) {}
  }

  @Test func theObjectIsReleasedWithTheRemovalAlsoOfARetainedContext() {
    final class Companion: Sendable {}
    let kid = Kid()
    let root = Kid(kids: [kid])
    let anchor = Anchor(root.context)
    weak var former: Companion?
    do {
      let companion = Companion()
      former = companion
      kid.context.keepObject(companion)
    }
    #expect(former != nil)
    root.kids = []
    #expect(former == nil)
    withExtendedLifetime((anchor, kid)) {}
  }

  @Test func aValueThatIsBeingChangedHasNoDescription() {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    func change(_ list: inout [Int], _ body: (inout [Int]) -> Void) { body(&list) }
    change(&kid.list) { list in
      list = [1]
      #expect(kid.context.describeValue(at: Item.list.index) == "…")
      #expect(kid.context.describeValue(at: Item.name.index) == #""a""#)
    }
    #expect(kid.context.describeValue(at: Item.list.index) == "[1]")
    withExtendedLifetime(anchor) {}
  }

  @Test func handlersOfTheEndAreListedByTheirLines() {
    let kid = Kid()
    let anchor = Anchor(kid.context)
    #expect(kid.context.cancellationHandlers.isEmpty)
    let line: UInt = #line + 1
    kid.context.work.onCancel {}
    #expect(kid.context.cancellationHandlers.map(\.line) == [line])
    #expect(kid.context.runningTasks.isEmpty)
    withExtendedLifetime(anchor) {}
  }
}
