import StrataConcurrency
import Synchronization
import Testing

@testable import StrataCore

/// Counts evaluations.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)
  func add() { number.wrappingAdd(1, ordering: .relaxed) }
  var count: Int { number.load(ordering: .relaxed) }
}

@Suite struct DerivedTests {
  @Test func isComputedWhenItIsReadAndKept() {
    let kid = Kid(count: 2)
    let anchor = Anchor(kid.context)
    let runs = Counter()
    let double = Derived(of: kid.context, at: .thisLine()) { () -> Int in
      runs.add()
      return kid.count * 2
    }
    #expect(runs.count == 0)
    #expect([double.value, double.value] == [4, 4])
    #expect(runs.count == 1)
    kid.count = 3
    kid.count = 4
    #expect(runs.count == 1)
    #expect([double.value, double.value] == [8, 8])
    #expect(runs.count == 2)
    kid.count = 4
    kid.name = "other"
    #expect(double.value == 8)
    #expect(runs.count == 2)
    withExtendedLifetime(anchor) {}
  }

  @Test func isComputedAtEachReadUnlessItsOwnerLives() {
    let kid = Kid(count: 2)
    let runs = Counter()
    let double = Derived(of: kid.context, at: .thisLine()) { () -> Int in
      runs.add()
      return kid.count * 2
    }
    #expect([double.value, double.value] == [4, 4])
    #expect(runs.count == 2)
    var anchor: Anchor? = Anchor(kid.context)
    #expect([double.value, double.value] == [4, 4])
    #expect(runs.count == 3)
    anchor = nil
    _ = reports { #expect([double.value, double.value] == [4, 4]) }
    #expect(runs.count == 5)
    withExtendedLifetime(anchor) {}
  }

  @Test func observersAreToldOncePerChangeAndNotOfEqualValues() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let log = Log()
    let isEven = Derived(of: kid.context, at: .thisLine()) { kid.count % 2 == 0 }
    let observation = isEven.observe(at: .thisLine()) { log.add("\($0)") }
    kid.count = 3
    kid.count = 4
    kid.count = 4
    kid.context.transaction {
      kid.count = 5
      kid.count = 6
    }
    kid.context.transaction { kid.count = 7 }
    #expect(log.all == ["true", "false"])
    observation.cancel()
    kid.count = 8
    #expect(log.all == ["true", "false"])
    withExtendedLifetime(anchor) {}
  }

  @Test func aTransactionsThreadSeesItsOwnValuesAndOthersTheCommittedOnes() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let runs = Counter()
    let double = Derived(of: kid.context, at: .thisLine()) { () -> Int in
      runs.add()
      return kid.count * 2
    }
    #expect(double.value == 2)
    kid.context.transaction {
      kid.count = 2
      #expect([double.value, double.value] == [4, 4])
      #expect(runs.count == 2)
      let seen = Locked<[Int]>([], rank: .leaf)
      onThreads(1) { _ in
        let values = [double.value, double.value]
        seen.withLock { $0 = values }
      }
      #expect(seen.withLock { $0 } == [2, 2])
      kid.count = 3
      #expect(double.value == 6)
    }
    #expect(double.value == 6)
    #expect(runs.count == 3)
    withExtendedLifetime(anchor) {}
  }

  @Test func aSourceThatWasLetGoOfInATransactionIsASourceLikeAnyOther() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    do {
      let former = Derived(of: kid.context, at: .thisLine()) { kid.count }
      kid.context.transaction {
        #expect(former.value == 1)
        kid.count = 2
        #expect(former.value == 2)
        kid.context.facets?.derivedNodes.values.first?.end()
      }
    }
    #expect(kid.context.facets?.edges[0].committedVersion == nil)
    withExtendedLifetime(anchor) {}
  }

  @Test func deepChainsNeedNoStack() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let runs = Counter()
    var last = Derived(of: kid.context, at: .thisLine()) { kid.count }
    for _ in 0..<100_000 {
      let former = last
      last = Derived(of: kid.context, at: .thisLine()) { () -> Int in
        runs.add()
        return former.value + 1
      }
    }
    #expect(last.value == 100_001)
    #expect(runs.count == 100_000)
    kid.count = 2
    #expect(last.value == 100_002)
    #expect(runs.count == 200_000)
    withExtendedLifetime(anchor) {}
  }

  @Test func whatIsReleasedLeavesNoEdges() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    weak var released: Derived<Int, Never>?
    do {
      let one = Derived(of: kid.context, at: .thisLine()) { kid.count }
      let two = Derived(of: kid.context, at: .thisLine()) { one.value }
      #expect(two.value == 1)
      #expect(kid.context.facets?.derivedNodes.count == 2)
      released = one
    }
    #expect(released == nil)
    #expect(kid.context.facets?.derivedNodes.isEmpty == true)
    #expect(kid.context.facets?.edges[0].dependents.list.isEmpty == true)
    withExtendedLifetime(anchor) {}
  }

  @Test func whatIsReadNoMoreHasNoEdge() {
    let kid = Kid("a")
    let anchor = Anchor(kid.context)
    let value = Derived(of: kid.context, at: .thisLine()) {
      kid.count == 0 ? kid.name : "\(kid.list)"
    }
    func readers(_ slot: Int) -> Int {
      guard let edges = kid.context.facets?.edges, slot < edges.count else { return 0 }
      return Array(edges[slot].dependents.list.nodes).count
    }
    let (name, list) = (Item.name.index, Item.list.index)
    #expect(value.value == "a")
    #expect([readers(name), readers(list)] == [1, 0])
    kid.count = 1
    #expect(value.value == "[]")
    #expect([readers(name), readers(list)] == [0, 1])
    #expect(unsafe !kid.context.headers[name].flags.contains(.derived))
    kid.count = 0
    #expect(value.value == "a")
    #expect([readers(name), readers(list)] == [1, 0])
    withExtendedLifetime(anchor) {}
  }

  @Test func whatAnEndedOwnerDerivedReadsNothingMore() {
    let kid = Kid(count: 1)
    let root = Kid(count: 2, kids: [kid])
    let anchor = Anchor(root.context)
    let sum = Derived(of: kid.context, at: .thisLine()) { root.count + 1 }
    let log = Log()
    let observation = sum.observe(at: .thisLine()) { log.add("\($0)") }
    #expect(root.context.facets?.edges[0].dependents.list.isEmpty == false)
    root.kids = []
    #expect(root.context.facets?.edges[0].dependents.list.isEmpty == true)
    #expect(kid.context.facets?.derivedNodes.isEmpty == true)
    let told = log.take()
    root.count = 3
    #expect(log.all == [])
    #expect(told.count <= 1)
    observation.cancel()
    withExtendedLifetime((anchor, sum)) {}
  }

  @Test func theEndOfASourceIsAChangeOfIt() {
    let kid = Kid(count: 1)
    let root = Kid(count: 2, kids: [kid])
    let anchor = Anchor(root.context)
    let runs = Counter()
    let sum = Derived(of: root.context, at: .thisLine()) { () -> Int in
      runs.add()
      return kid.count
    }
    #expect([sum.value, sum.value] == [1, 1])
    #expect(runs.count == 1)
    root.kids = []
    _ = reports { #expect(sum.value == 1) }
    #expect(runs.count == 2)
    withExtendedLifetime(anchor) {}
  }

  @Test func readersOnManyThreadsComputeOnceAndSeeConsistentValues() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let one = Derived(of: kid.context, at: .thisLine()) { kid.count + 1 }
    let two = Derived(of: kid.context, at: .thisLine()) { kid.count - 1 }
    let sum = Derived(of: kid.context, at: .thisLine()) { one.value - two.value }
    let wrong = Counter()
    onThreads(4) { thread in
      for step in 0..<2_000 {
        if thread == 0 { kid.count += step }
        let value = sum.value
        if value < -4_000_000 { wrong.add() }
      }
    }
    #expect(wrong.count == 0)
    #expect(sum.value == 2)
    #expect(two.value == kid.count - 1)
    withExtendedLifetime(anchor) {}
  }

  /// An ended value has no further use of its sources.
  @Test(arguments: [false, true])
  func aValueWhoseOwnerEndsDuringItsComputationLeavesItsSources(isFirstRun: Bool) {
    let owner = Kid("owner")
    let root = Kid("root", count: 1, kids: [owner])
    let anchor = Anchor(root.context)
    let value = Derived(of: owner.context, at: .thisLine()) { () -> Int in
      let count = root.count
      if isFirstRun || count == 2 { root.kids = [] }
      return count
    }
    #expect(value.value == 1)
    if !isFirstRun {
      root.count = 2
      #expect(value.value == 2)
    }
    #expect(!owner.context.isLive)
    let edges = root.context.facets?.edges[Item.count.index]
    #expect(edges?.dependents.list.isEmpty == true)
    withExtendedLifetime(anchor) {}
  }

  @Test func aValueIsNotComputedAnewIfItsSourceTurnsOutTheSame() {
    let kid = Kid(count: 1)
    let anchor = Anchor(kid.context)
    let (middleRuns, topRuns) = (Counter(), Counter())
    let parity = Derived(of: kid.context, at: .thisLine()) { kid.count % 2 }
    let middle = Derived(of: kid.context, at: .thisLine()) { () -> Int in
      middleRuns.add()
      return parity.value
    }
    let top = Derived(of: kid.context, at: .thisLine()) { () -> Int in
      topRuns.add()
      return middle.value + kid.list.count
    }
    for count in [1, 3, 5] {
      kid.count = count
      #expect(top.value == 1)
    }
    #expect((middleRuns.count, topRuns.count) == (1, 1))
    kid.count = 2
    #expect(top.value == 0)
    #expect((middleRuns.count, topRuns.count) == (2, 2))
    withExtendedLifetime(anchor) {}
  }

  /// The ended value is computed at each read, so its reader depends on what that reads.
  @Test(arguments: [false, true])
  func aValueThatHasReadAnEndedOneIsComputedAnew(isObserved: Bool) {
    let owner = Kid("owner")
    let root = Kid("root", count: 1, kids: [owner])
    let anchor = Anchor(root.context)
    let log = Log()
    let low = Derived(of: owner.context, at: .thisLine()) { root.count }
    let high = Derived(of: root.context, at: .thisLine()) { low.value * 10 }
    #expect(high.value == 10)
    let observation = isObserved ? high.observe(at: .thisLine()) { log.add("\($0)") } : nil
    root.kids = []
    root.count = 2
    if isObserved { #expect(log.all == ["20"]) }
    #expect(high.value == 20)
    withExtendedLifetime((anchor, observation)) {}
  }
}
