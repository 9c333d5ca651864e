import StrataConcurrency
import StrataStores
import Testing

@testable import StrataStores

@Suite struct SubscriptionLinksTests {
  private func makeNodes(_ count: Int) -> [any StoreNode] {
    let delivery = StoreDelivery.immediate
    return (0..<count).map { _ in CounterStore(delivery: delivery).core }
  }

  @Test(arguments: [false, true])
  func aChainCostsTheSameForEachStoreFromWhicheverEndItIsDeclared(_ isFromTheFarEnd: Bool) {
    let nodes = makeNodes(1_000)
    var links = SubscriptionLinks()
    let places = Array(1..<nodes.count)
    for place in isFromTheFarEnd ? places.reversed() : places {
      let added = links.add(from: nodes[place - 1], to: nodes[place])
      #expect(added.circle == nil)
    }
    #expect(zip(nodes, nodes.dropFirst()).allSatisfy { $0.height < $1.height })
    #expect(links.looks < 3 * nodes.count)
  }

  /// Graphs in which subscriptions come and go in any order, compared with a search of the reachable nodes.
  @Test(arguments: 0..<20)
  func heightsRiseAlongEachSubscriptionAndEachCircleIsFound(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let nodes = makeNodes(12)
    var links = SubscriptionLinks()
    var kept: [(edge: SubscriptionGraph.Edge, source: Int, target: Int)] = []
    for _ in 0..<120 {
      let (source, target) = (Int(random.next() % 12), Int(random.next() % 12))
      let isCircle = isReachable(source, from: target, kept.map { ($0.source, $0.target) })
      let added = links.add(from: nodes[source], to: nodes[target])
      #expect((added.circle != nil) == isCircle)
      if isCircle || random.next() % 4 == 0 {
        #expect(links.remove(added.edge).count == 2)
      } else {
        kept.append((added.edge, source, target))
      }
      if random.next() % 5 == 0, !kept.isEmpty {
        _ = links.remove(kept.remove(at: Int(random.next() % UInt64(kept.count))).edge)
      }
      #expect(kept.allSatisfy { nodes[$0.source].height < nodes[$0.target].height })
    }
  }

  /// The way back does not count for heights, so they do not show the second circle.
  @Test func aCircleThroughAnEarlierCircleIsFound() {
    let nodes = makeNodes(3)
    var links = SubscriptionLinks()
    #expect(links.add(from: nodes[0], to: nodes[1]).circle == nil)
    let back = links.add(from: nodes[1], to: nodes[0])
    #expect(back.circle?.count == 2)
    #expect(links.add(from: nodes[0], to: nodes[2]).circle == nil)
    #expect(links.add(from: nodes[2], to: nodes[1]).circle?.count == 3)
    #expect(links.remove(back.edge).count == 2)
  }

  /// A subscription is removed when it is stopped, and when it is released.
  @Test func aCircleThroughAnEarlierCircleIsFoundAfterOthersWereRemovedTwice() {
    let nodes = makeNodes(3)
    var links = SubscriptionLinks()
    let former = links.add(from: nodes[0], to: nodes[2]).edge
    #expect(links.remove(former).count == 2)
    #expect(links.remove(former).isEmpty)
    _ = links.add(from: nodes[0], to: nodes[1])
    #expect(links.add(from: nodes[1], to: nodes[0]).circle?.count == 2)
    _ = links.add(from: nodes[0], to: nodes[2])
    #expect(links.add(from: nodes[2], to: nodes[1]).circle?.count == 3)
  }

  @Test func aStoreWithRoomBelowItsFollowersRisesAlone() {
    let nodes = makeNodes(6)
    var links = SubscriptionLinks()
    let (lower, upper, follower, top) = (nodes[0], nodes[1], nodes[2], nodes[3])
    // The follower is as high as another way makes it.
    for (source, target) in [
      (nodes[4], nodes[5]), (nodes[5], follower), (upper, follower), (follower, top),
    ] {
      _ = links.add(from: source, to: target)
    }
    #expect([lower, upper, follower, top].map(\.height) == [0, 0, 2, 3])
    let looks = links.looks
    #expect(!links.add(from: lower, to: upper).hasSunk)
    #expect([lower, upper, follower, top].map(\.height) == [0, 1, 2, 3])
    // Each of the two was looked at, and no follower.
    #expect(links.looks == looks + 2)
  }

  private func isReachable(_ end: Int, from start: Int, _ edges: [(Int, Int)]) -> Bool {
    var reached: Set<Int> = [start]
    var remaining = [start]
    while let next = remaining.popLast() {
      for (source, target) in edges where source == next && reached.insert(target).inserted {
        remaining.append(target)
      }
    }
    return reached.contains(end)
  }

  @Test func aStoreThatSinksDuringAWaveIsToldBeforeItsNewFollower() {
    let delivery = StoreDelivery.immediate
    let source = CounterStore(delivery: delivery)
    let first = CounterStore(delivery: delivery)
    let upper = CounterStore(delivery: delivery)
    let lower = CounterStore(delivery: delivery)
    let told = Recorded<String>()
    // Followers of `upper` that make it costlier to raise it than to sink `lower`.
    let followers = (0..<5).map { _ in CounterStore(delivery: delivery) }
    for (below, above) in zip([upper] + followers, followers) {
      above.subscribe(to: below) { (_: CounterState) in }
    }
    // The source sinks for it, so that those which follow it are all at one height.
    upper.subscribe(to: source) { (_: CounterState) in }
    upper.unsubscribe(from: source)
    first.subscribe(to: source) { [weak upper, weak lower] state in
      guard state.count == 1, let upper, let lower else { return }
      upper.subscribe(to: lower) { (_: CounterState) in }
      #expect(lower.core.height < upper.core.height)
    }
    upper.subscribe(to: source) { state in told.append("upper \(state.count)") }
    lower.subscribe(to: source) { state in told.append("lower \(state.count)") }
    #expect(lower.core.height == upper.core.height)
    source.add(1)
    #expect(told.elements == ["upper 0", "lower 0", "lower 1", "upper 1"])
    withExtendedLifetime((first, followers)) {}
  }
}
