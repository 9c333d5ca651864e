import StrataConcurrency
import Testing

@testable import StrataCore

/// Transactions of random writes beside plain values that take the same ones.
@Suite struct TransactionLawTests {
  private struct Values: Equatable, Sendable {
    var count: Int
    var name: String
  }

  private final class Subject {
    let top = Kid("top")
    let kids = (0..<90).map { Kid("0", count: $0) }
    let told = Log()
    let anchor: Anchor
    private(set) var observers: [Int: any Cancellable] = [:]
    private(set) var committed: [Values]
    private var own: [Values] = []
    private var random: SplitMix64

    init(seed: UInt64) {
      random = SplitMix64(seed: seed &* 7_919 &+ 1)
      anchor = Anchor(top.context)
      committed = kids.map { Values(count: $0.count, name: $0.name) }
      top.kids = kids
    }

    var present: [Values] { kids.map { Values(count: $0.count, name: $0.name) } }

    private func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Makes one transaction.
    ///
    /// - Returns: What observers are to be notified of.
    func transact() -> [String] {
      own = committed
      top.context.transaction {
        for _ in 0..<pick(1..<160) { change(pick(0..<kids.count)) }
      }
      let former = committed
      committed = own
      return observers.keys.filter { former[$0].count != own[$0].count }
        .map { "\($0): \(former[$0].count)>\(own[$0].count)" }.sorted()
    }

    private func change(_ number: Int) {
      let kid = kids[number]
      switch pick(0..<12) {
      case 0...5:
        own[number].count = pick(0..<4)
        kid.count = own[number].count
      case 6...7:
        own[number].count += 1
        kid.context.transaction { kid.count += 1 }
      case 8...9:
        own[number].name = "\(pick(0..<9))"
        kid.name = own[number].name
      case 10: observe(number)
      default:
        let former = committed[number]
        OtherThread { #expect(Values(count: kid.count, name: kid.name) == former) }.join()
      }
      #expect(Values(count: kid.count, name: kid.name) == own[number])
    }

    /// Observers come and go in the middle of transactions.
    private func observe(_ number: Int) {
      if let first = observers.keys.min(), observers.count == 6 || observers[number] != nil {
        observers.removeValue(forKey: first)?.cancel()
        return
      }
      observers[number] = kids[number].context.observe(Item.count) { [told] change in
        let (old, new) = (change.oldValue(as: Item.count) ?? -1, change.newValue(as: Item.count))
        told.add("\(number): \(old)>\(new)")
      }
    }
  }

  /// Own reads give what was written, reads of other threads what was committed, and observers the difference of two
  /// commits, whenever they come.
  @Test(arguments: 0..<12)
  func transactionsAreThoseOfPlainValues(_ seed: UInt64) {
    let subject = Subject(seed: seed)
    for _ in 0..<40 {
      let expected = subject.transact()
      let told = subject.told.take().sorted()
      #expect(told == expected)
      let present = subject.present
      #expect(present == subject.committed)
    }
    withExtendedLifetime(subject.anchor) {}
  }
}
