import StrataConcurrency
import Testing

@testable import StrataCore

/// Contexts that are attached to others, without a slot.
@Suite struct HostedContextTests {
  private func hosted(by context: Context) -> [ObjectIdentifier] {
    context.trackedHostedContexts.map { ObjectIdentifier($0.context) }
  }

  @Test func areListedInTheOrderOfTheirArrivalAndOnce() {
    let (root, one, two) = (Kid("root"), Kid("one"), Kid("two"))
    let anchor = Anchor(root.context)
    #expect(root.context.host(one.context, handle: nil) === one.context)
    #expect(root.context.host(two.context, handle: nil) === two.context)
    #expect(root.context.host(one.context, handle: nil) === one.context)
    #expect(hosted(by: root.context) == [one, two].map { ObjectIdentifier($0.context) })
    #expect(one.context.isLive && two.context.isLive)
    #expect(root.context.hosted(two.context.id) === two.context)
    withExtendedLifetime(anchor) {}
  }

  @Test func aContextInNoTreeAttachesNone() {
    let (kid, other) = (Kid("kid"), Kid("other"))
    #expect(kid.context.host(other.context, handle: nil) == nil)
    kid.count = 1
    #expect(kid.count == 1)
    #expect(hosted(by: kid.context).isEmpty && !other.context.isLive)
  }

  @Test func neitherOneOfAnotherTreeNorAFrozenCopyIsAttached() {
    let (root, other) = (Kid("root"), Kid("other", count: 2))
    let anchors = [Anchor(root.context), Anchor(other.context)]
    let copy = other.context.frozenCopy()
    #expect(root.context.host(other.context, handle: nil) == nil)
    #expect(root.context.host(copy, handle: nil) == nil)
    #expect(hosted(by: root.context).isEmpty)
    #expect(Kid(context: copy).count == 2)
    #expect(other.context.root === other.context && copy.currentPhase == .frozen)
    withExtendedLifetime(anchors) {}
  }

  @Test func onlyAnAttachedContextIsShared() {
    let (root, middle) = (Kid("root"), Kid("middle"))
    let (once, twice, attached) = (Kid("once"), Kid("twice"), Kid("attached"))
    let anchor = Anchor(root.context)
    root.kids = [middle, once, twice]
    root.only = twice
    _ = root.context.host(attached.context, handle: nil)
    for kid in [once, twice, attached] { middle.context.share(kid.context) }
    #expect(hosted(by: middle.context) == [ObjectIdentifier(attached.context)])
    withExtendedLifetime(anchor) {}
  }

  @Test func formerValuesOfADependencyEnd() {
    let (root, former, current) = (Kid("root"), Kid("former"), Kid("current"))
    let (equal, other) = (Kid("equal"), Kid("other"))
    let anchor = Anchor(root.context)
    for kid in [former, current, equal] {
      let context = kid.context
      _ = root.context.host(context, handle: nil) { _ in context }
    }
    _ = root.context.host(other.context, handle: nil)
    let values = Counter()
    root.context.endFormerValues(besides: current.context) { _ in
      values.add()
      return values.count == 1
    }
    #expect(values.count == 2)
    #expect(
      hosted(by: root.context) == [current, equal, other].map { ObjectIdentifier($0.context) }
    )
    #expect(former.context.currentPhase == .removed && current.context.isLive)
    withExtendedLifetime(anchor) {}
  }

  @Test func trackersNoticeWhoIsAttachedToWhom() {
    let (root, middle, one) = (Kid("root"), Kid("middle"), Kid("one"))
    let anchor = Anchor(root.context)
    root.kids = [middle]
    let log = Log()
    func track(_ name: String, _ body: @escaping () -> Void) -> Tracker {
      let tracker = Tracker { log.add(name) }
      tracker.track(body)
      return tracker
    }
    var trackers = [
      track("root") { _ = root.context.trackedHostedContexts },
      track("middle") { _ = middle.context.trackedHostedContexts },
      track("unique") { _ = middle.context.isUniquelyReferenced },
    ]
    _ = root.context.host(one.context, handle: nil)
    #expect(log.take() == ["root"])
    trackers.append(track("parents") { _ = one.context.trackedParents })
    middle.context.share(one.context)
    #expect(Set(log.take()) == ["middle", "parents"])
    root.only = middle
    #expect(log.take() == ["unique"])
    withExtendedLifetime((anchor, trackers)) {}
  }

  @Test func whatADerivedValueReadsBeforeAContextJoinsIsNoticedAfterwards() {
    let (root, kid) = (Kid("root"), Kid("kid"))
    let anchor = Anchor(root.context)
    let isUnique = Derived(of: root.context, at: .thisLine()) { kid.context.isUniquelyReferenced }
    #expect(isUnique.value)
    root.kids = [kid]
    root.only = kid
    #expect(!isUnique.value)
    withExtendedLifetime(anchor) {}
  }

  @Test func aContextInOneSlotIsUniquelyReferenced() {
    let (root, kid) = (Kid("root"), Kid("kid"))
    let anchor = Anchor(root.context)
    root.kids = [kid]
    #expect(root.context.isUniquelyReferenced && kid.context.isUniquelyReferenced)
    root.only = kid
    #expect(!kid.context.isUniquelyReferenced)
    root.kids = []
    #expect(kid.context.isUniquelyReferenced)
    withExtendedLifetime(anchor) {}
  }
}
