import StrataConcurrency
import Testing

@testable import StrataCore

/// A thread makes each private evaluation once.
@Suite struct PrivateComputationTests {
  /// Values in diamonds: two values read each bottom, and the next bottom reads both.
  private struct Diamonds: Sendable {
    let evaluations = Counter()
    let nodes: [Derived<Int, Never>]

    init(_ count: Int, of kid: Kid, bottom: @escaping @Sendable () -> Int) {
      let evaluations = evaluations
      func node(_ body: @escaping @Sendable () -> Int) -> Derived<Int, Never> {
        Derived(of: kid.context, at: .thisLine()) {
          evaluations.add()
          return body()
        }
      }
      var nodes = [node(bottom)]
      for _ in 0..<count {
        let below = nodes[nodes.count - 1]
        let (left, right) = (node { below.value + 1 }, node { below.value + 2 })
        nodes += [left, right, node { left.value + right.value }]
      }
      self.nodes = nodes
    }

    var top: Derived<Int, Never> { nodes[nodes.count - 1] }
  }

  /// The values that a transaction has evaluated before another thread reads.
  private enum Evaluated: CaseIterable, Sendable {
    case everything, bottom, middle, everythingBefore, everythingTwice
  }

  @Test(arguments: [5, 30])
  func aReaderBesideAnOpenTransactionEvaluatesEachValueOnce(_ count: Int) {
    for evaluated in Evaluated.allCases {
      let kid = Kid("", count: 1)
      let anchor = Anchor(kid.context)
      let diamonds = Diamonds(count, of: kid) { kid.count & 1 }
      if evaluated == .everythingBefore { _ = diamonds.top.value }
      let expected = diamonds.nodes.indices.reduce(into: [Int]()) { values, place in
        switch place % 3 {
        case _ where place == 0: values.append(1)
        case 1: values.append(values[place - 1] + 1)
        case 2: values.append(values[place - 2] + 2)
        default: values.append(values[place - 1] &+ values[place - 2])
        }
      }
      let other = OpenTransaction(of: kid.context) {
        kid.count = 2
        switch evaluated {
        case .everything, .everythingBefore: _ = diamonds.top.value
        case .everythingTwice:
          _ = diamonds.top.value
          kid.count = 4
          _ = diamonds.top.value
        case .bottom: _ = diamonds.nodes[0].value
        case .middle: _ = diamonds.nodes[diamonds.nodes.count / 2].value
        }
      }
      let before = diamonds.evaluations.count
      #expect(diamonds.top.value == expected[expected.count - 1])
      let evaluations = diamonds.evaluations.count - before
      #expect(evaluations <= diamonds.nodes.count, "\(evaluated)")
      #expect(PrivateValues.current == nil)
      other.end()
      withExtendedLifetime(anchor) {}
    }
  }

  @Test(arguments: [5, 30])
  func soDoesATransactionOfAnotherTree(_ count: Int) {
    let (kid, far) = (Kid("", count: 1), Kid("", count: 1))
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let diamonds = Diamonds(count, of: kid) { kid.count * 0 + far.count }
    let zero = Diamonds(count, of: kid) { 0 }.top.value
    far.context.transaction {
      for number in [2, 3] {
        far.count = number
        let before = diamonds.evaluations.count
        #expect(diamonds.top.value == zero &+ number << count)
        #expect(diamonds.evaluations.count - before <= diamonds.nodes.count)
      }
    }
    withExtendedLifetime(anchors) {}
  }

  @Test func whatIsComputedForOneThreadAgreesWithOneCommit() {
    let kid = Kid("0", count: 0)
    let anchor = Anchor(kid.context)
    let commits = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let count = Derived(of: kid.context, at: .thisLine()) { kid.count }
    let name = Derived(of: kid.context, at: .thisLine()) { kid.name }
    let pair = Derived(of: kid.context, at: .thisLine()) { () -> String in
      let count = count.value
      commits.withLock { $0.take() }?()
      return "\(count)\(name.value)"
    }
    let other = OpenTransaction(of: kid.context) {
      kid.count = 1
      kid.name = "1"
      // First evaluated here, so they are dirty for other threads.
      _ = (count.value, name.value)
    }
    commits.withLock {
      $0 = {
        other.end()
      }
    }
    #expect(pair.value == "11")
    withExtendedLifetime(anchor) {}
  }

  /// A transaction has computed the value anew, so other threads compute it for themselves.
  @Test func aValueThatIsComputedForOneThreadAloneReadsOneSnapshotOfAnotherTree() {
    let (near, far) = (Kid(count: 0), Kid(count: 0))
    let anchors = [Anchor(near.context), Anchor(far.context)]
    let pause = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let value = Derived(of: near.context, at: .thisLine()) { () -> [Int] in
      let own = near.count
      // The runs of the others do not read the other tree, so it knows of no dependent.
      guard own == 1 else { return [own] }
      let before = far.count
      let write = pause.withLock { $0.take() }
      write?()
      return [own, before, far.count]
    }
    #expect(value.value == [0])
    near.count = 1
    let other = OpenTransaction(of: near.context) {
      near.count = 2
      #expect(value.value == [2])
    }
    pause.withLock { $0 = { OtherThread { far.count = 5 }.join() } }
    #expect(value.value == [1, 5, 5])
    other.end()
    #expect(value.value == [2])
    withExtendedLifetime(anchors) {}
  }

  /// The change of an observed slot is queued, and counts when it is.
  @Test func aValueThatIsComputedForOneThreadAloneReadsOneSnapshotOfAnObservedSlot() {
    let kid = Kid(count: 0)
    let anchor = Anchor(kid.context)
    let pause = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let count = Derived(of: kid.context, at: .thisLine()) { kid.count }
    let value = Derived(of: kid.context, at: .thisLine()) { () -> [[Int]] in
      _ = count.value
      let before = kid.list
      let write = pause.withLock { $0.take() }
      write?()
      return [before, kid.list]
    }
    let observation = kid.context.observe(Item.list) { _ in }
    let other = OpenTransaction(of: kid.context) {
      kid.count = 1
      #expect(value.value == [[], []])
    }
    pause.withLock { $0 = { OtherThread { kid.list = [5] }.join() } }
    #expect(value.value == [[5], [5]])
    other.end()
    #expect(value.value == [[5], [5]])
    withExtendedLifetime((anchor, observation)) {}
  }

  /// A result for one thread is valid until that thread's transaction writes again.
  @Test func aWriteOfTheTransactionDuringAComputationCounts() {
    let (near, far) = (Kid(count: 0), Kid(count: 0))
    let anchors = [Anchor(near.context), Anchor(far.context)]
    let isFirst = Locked<Bool?>(true, rank: .leaf)
    let low = Derived(of: near.context, at: .thisLine()) { far.count }
    let high = Derived(of: near.context, at: .thisLine()) { () -> [Int] in
      let before = low.value
      if isFirst.withLock({ $0.take() }) != nil { far.count = 5 }
      return [before, low.value]
    }
    far.context.transaction {
      far.count = 1
      #expect(high.value == [5, 5])
    }
    #expect(high.value == [5, 5])
    withExtendedLifetime(anchors) {}
  }

  @Test(arguments: [false, true])
  func aValueThatATransactionHasComputedAnewIsStillToBeComputedForOthers(isOfOtherTree: Bool) {
    let (kid, far) = (Kid(count: 0), Kid(count: 0))
    let anchors = [Anchor(kid.context), Anchor(far.context)]
    let owner = isOfOtherTree ? kid : far
    let low = Derived(of: far.context, at: .thisLine()) { far.count }
    let high = Derived(of: owner.context, at: .thisLine()) { low.value * 10 }
    #expect(high.value == 0)
    far.count = 1
    let other = OpenTransaction(of: far.context) {
      far.count = 2
      #expect(low.value == 2)
    }
    #expect(high.value == 10)
    other.end()
    #expect(high.value == 20)
    withExtendedLifetime(anchors) {}
  }

  /// A computation that is cached finds the results for one thread until it ends.
  @Test(arguments: [5, 30])
  func aCachedComputationMakesEachPrivateOneOnce(_ count: Int) {
    let (near, far) = (Kid("", count: 1), Kid("", count: 1))
    let anchors = [Anchor(near.context), Anchor(far.context)]
    let diamonds = Diamonds(count, of: far) { far.count & 1 }
    let expected = diamonds.top.value
    let value = Derived(of: near.context, at: .thisLine()) {
      near.count * 0 + diamonds.top.value + diamonds.top.value
    }
    far.count = 3
    let other = OpenTransaction(of: far.context) {
      far.count = 2
      _ = diamonds.top.value
    }
    let before = diamonds.evaluations.count
    #expect(value.value == expected &+ expected)
    #expect(diamonds.evaluations.count - before <= diamonds.nodes.count)
    #expect(PrivateValues.current == nil)
    other.end()
    withExtendedLifetime(anchors) {}
  }
}
