import Foundation
import StrataConcurrency
import Testing

@testable import StrataCore

/// Chains that are longer than any stack is deep, each read in every way that computes.
@Suite struct DeepDerivedTests {
  private let depth = 30_000

  /// A chain whose first node reads one kid and whose nodes belong to another.
  private static func chain(
    of depth: Int,
    _ owner: Kid,
    reading source: Kid,
    _ runs: Counter
  ) -> [Derived<Int, Never>] {
    var nodes = [
      Derived(of: owner.context, at: .thisLine()) { () -> Int in
        runs.add()
        return source.count
      }
    ]
    for number in 1..<depth {
      let former = nodes[number - 1]
      nodes.append(
        Derived(of: owner.context, at: .thisLine()) { () -> Int in
          runs.add()
          return former.value + 1
        }
      )
    }
    return nodes
  }

  @Test func changesAtTheBottomAndInTheMiddleReachTheTopEachTime() throws {
    let (kid, middle) = (Kid(count: 0), Kid(count: 0))
    let anchors = [Anchor(kid.context), Anchor(middle.context)]
    let runs = Counter()
    let lower = try #require(Self.chain(of: depth / 2, kid, reading: kid, runs).last)
    var top = Derived(of: kid.context, at: .thisLine()) { lower.value + middle.count }
    for _ in 1..<(depth / 2) {
      let former = top
      top = Derived(of: kid.context, at: .thisLine()) { former.value + 1 }
    }
    #expect(top.value == depth - 2)
    for number in 1...3 {
      kid.count = number
      #expect(top.value == depth - 3 + 2 * number)
      middle.count = number
      #expect(top.value == depth - 2 + 2 * number)
    }
    #expect(runs.count == 4 * (depth / 2))
    withExtendedLifetime(anchors) {}
  }

  @Test func whoWaitsAtTheBottomOfAChainIsSeenToWaitAtTheTop() throws {
    let kid = Kid("a", count: 0)
    let anchor = Anchor(kid.context)
    var bottom = Derived(of: kid.context, at: .thisLine()) { kid.name.count }
    for _ in 1..<2_000 {
      let former = bottom
      bottom = Derived(of: kid.context, at: .thisLine()) { former.value + 1 }
    }
    let deep = bottom
    let top = Derived(of: kid.context, at: .thisLine()) { kid.count == 0 ? deep.value : -1 }
    let other = Locked<OtherThread?>(nil, rank: .leaf)
    Self.change(&kid.name) { name in
      let reader = OtherThread { #expect(top.value == -1 || top.value == 2_002) }
      other.withLock { $0 = reader }
      waitUntil { kid.context.tree.lock.withLock { !kid.context.tree.waiters.isEmpty } }
      // The other thread computes it, and waits for this one, although on another stack.
      kid.count = 1
      #expect(top.value == -1)
      name = "abc"
    }
    other.withLock { $0 }?.join()
    #expect(top.value == -1)
    withExtendedLifetime(anchor) {}
  }

  private static func change(_ name: inout String, _ body: (inout String) -> Void) { body(&name) }

  @Test func aChainWhoseOwnerDoesNotLiveYetNeedsNoStack() throws {
    let kid = Kid(count: 1)
    let runs = Counter()
    let top = try #require(Self.chain(of: depth, kid, reading: kid, runs).last)
    #expect(top.value == depth)
    #expect(top.value == depth)
    #expect(runs.count == 2 * depth)
  }

  @Test func aChainInATransactionIsComputedOnceAndOtherThreadsSeeWhatWasBefore() throws {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let runs = Counter()
    let top = try #require(Self.chain(of: depth, kid, reading: kid, runs).last)
    #expect(top.value == depth)
    kid.context.transaction {
      kid.count = 2
      #expect(top.value == depth + 1)
      let other = OtherThread { #expect(top.value == depth) }
      other.join()
    }
    #expect(top.value == depth + 1)
    #expect(runs.count == 2 * depth)
    withExtendedLifetime(anchor) {}
  }

  @Test func aChainFirstComputedInATransactionIsComputedApartByOtherThreads() throws {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let runs = Counter()
    let top = try #require(Self.chain(of: depth, kid, reading: kid, runs).last)
    kid.context.transaction {
      kid.count = 2
      #expect(top.value == depth + 1)
      let other = OtherThread { #expect(top.value == depth) }
      other.join()
    }
    #expect(top.value == depth + 1)
    #expect(runs.count == 2 * depth)
    withExtendedLifetime(anchor) {}
  }

  /// Counted in a process of its own: processor time, which other work does not lengthen.
  @Test func computingApartTakesTimeInProportionToTheDepth() async {
    await #expect(processExitsWith: .success) {
      let short = try Self.processorTimeApart(1_000)
      let long = try Self.processorTimeApart(8_000)
      #expect(long < 20 * short)
    }
  }

  /// The processor time in which another thread computes a chain that a transaction has computed first.
  private static func processorTimeApart(_ depth: Int) throws -> clock_t {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let top = try #require(chain(of: depth, kid, reading: kid, Counter()).last)
    var times: [clock_t] = []
    kid.context.transaction {
      kid.count = 2
      #expect(top.value == depth + 1)
      for _ in 0..<3 {
        let start = clock()
        OtherThread { #expect(top.value == depth) }.join()
        times.append(clock() - start)
      }
    }
    withExtendedLifetime(anchor) {}
    return try #require(times.min())
  }

  @Test func aChainOnAnotherTreesTransactionIsComputedOnce() throws {
    let (kid, far) = (Kid(count: 0), Kid(count: 1))
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let runs = Counter()
    let nodes = Self.chain(of: depth, kid, reading: far, runs)
    try far.context.transaction {
      far.count = 2
      // With two computations of each, this would take two to the power of twenty runs.
      #expect(nodes[19].value == 21)
      try #require(runs.count == 20)
      #expect(nodes[depth - 1].value == depth + 1)
      #expect(runs.count == depth + 20)
    }
    #expect(nodes[depth - 1].value == depth + 1)
    withExtendedLifetime(anchors) {}
  }

  @Test func aTrackerAtTheTopOfAChainThatDoesNotLiveSeesTheBottom() throws {
    let (kid, far) = (Kid(count: 0), Kid(count: 1))
    let anchor = Anchor(far.context)
    let top = try #require(Self.chain(of: depth, kid, reading: far, Counter()).last)
    let told = Counter()
    let tracker = Tracker { told.add() }
    #expect(tracker.track { top.value } == depth)
    far.count = 2
    #expect(told.count == 1)
    withExtendedLifetime((anchor, tracker)) {}
  }
}
