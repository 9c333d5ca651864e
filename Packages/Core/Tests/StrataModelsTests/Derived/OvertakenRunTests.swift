import StrataConcurrency
import StrataModels
import Synchronization
import Testing

/// Runs of a computation during which another thread writes what they read.
@Suite struct OvertakenRunTests {
  /// Two numbers whose sum is always zero.
  private struct Ledger: Model {
    static let modelLayout = ModelLayout<Ledger>("Ledger") {
      $0.slot("debit", \.debit)
      $0.slot("credit", \.credit)
    }
    var modelNode = ModelNode<Ledger>()
    /// Called between the two reads.
    let pause: @Sendable () -> Void

    var debit: Int {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
      nonmutating _modify { yield &modelNode[0] }
    }
    var credit: Int {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
      nonmutating _modify { yield &modelNode[1] }
    }

    init(pause: @escaping @Sendable () -> Void = {}) {
      self.pause = pause
      modelNode.initialize(0, to: 0)
      modelNode.initialize(1, to: 0)
    }

    var balance: Int {
      node.memoize(for: "balance") { () -> Int in
        let debit = debit
        pause()
        return debit + credit
      }
    }

    var directBalance: Int {
      let debit = debit
      pause()
      return debit + credit
    }

    func book(_ amount: Int) {
      node.transaction {
        debit += amount
        credit -= amount
      }
    }
  }

  @Test func whatIsOfTwoMomentsIsNeverGiven() {
    let runs = Atomic<Int>(0)
    let writer = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let (ledger, anchor) = Ledger {
      runs.wrappingAdd(1, ordering: .relaxed)
      let write = writer.withLock { $0.take() }
      if let write { onThreads(1) { _ in write() } }
    }.returningAnchor()
    for amount in 1...3 {
      writer.withLock { $0 = { ledger.book(amount) } }
      ledger.book(10)
      #expect(ledger.balance == 0)
    }
    // Each was superseded once, and ran again.
    #expect(runs.load(ordering: .relaxed) == 6)
    #expect(ledger.balance == 0)
    #expect(runs.load(ordering: .relaxed) == 6)
    withExtendedLifetime(anchor) {}
  }

  @Test func readersWhoBringTheClosureMayReadWhileOthersWrite() {
    let ledger = Ledger().withAnchor()
    let torn = Atomic<Int>(0)
    onThreads(4) { number in
      for turn in 0..<5_000 {
        if number == 0 {
          ledger.book(turn)
        } else if ledger.balance != 0 {
          torn.wrappingAdd(1, ordering: .relaxed)
        }
      }
    }
    #expect(torn.load(ordering: .relaxed) == 0)
    withExtendedLifetime(ledger) {}
  }

  @Test func observedExpressionsAreNeverOfTwoMoments() async {
    let runs = Atomic<Int>(0)
    let writer = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let (ledger, anchor) = Ledger {
      runs.wrappingAdd(1, ordering: .relaxed)
      let write = writer.withLock { $0.take() }
      // This thread delivers, so the other leaves its round to be delivered after this one.
      if let write { onThreads(1) { _ in write() } }
    }.returningAnchor()
    let balances = Observed(removeDuplicates: false, coalesceUpdates: false) {
      ledger.directBalance
    }
    for amount in 1...3 {
      writer.withLock { $0 = { ledger.book(amount) } }
      ledger.book(10)
    }
    // Each but the first was superseded and ran again. It had then seen the changes that were still to be
    // delivered.
    #expect(runs.load(ordering: .relaxed) == 7)
    var seen: [Int] = []
    for await balance in balances {
      seen.append(balance)
      if seen.count == 4 { break }
    }
    #expect(seen == [0, 0, 0, 0])
    withExtendedLifetime(anchor) {}
  }
}
