import StrataConcurrency
import Testing

@testable import StrataCore

/// Touches of properties in transactions.
@Suite struct TouchedSlotTests {
  private let kid = Kid("a", count: 1)
  private let anchor: Anchor

  init() { anchor = Anchor(kid.context) }

  /// Twice the count, and counts its computations.
  private func double(_ runs: Counter) -> Derived<Int, Never> {
    Derived(of: kid.context, at: .thisLine()) { [kid] in
      runs.add()
      return kid.count * 2
    }
  }

  @Test func aTouchInATransactionMakesItsThreadComputeAgain() {
    let runs = Counter()
    let double = double(runs)
    #expect(double.value == 2)
    kid.context.transaction {
      kid.count = 2
      #expect(double.value == 4)
      #expect(runs.count == 2)
      kid.context.touch(Item.count.index)
      for _ in 0..<2 { #expect(double.value == 4) }
      #expect(runs.count == 3)
    }
    #expect(double.value == 4)
  }

  @Test func aSecondTouchAndAWriteInATransactionAreNoFurtherChange() {
    let log = Log()
    let observation = kid.context.observe(Item.count) { change in
      log.add("\(change.context[Item.count])")
    }
    kid.context.transaction {
      for _ in 0..<2 { kid.context.touch(Item.count.index) }
      kid.count = 2
      kid.context.touch(Item.count.index)
    }
    #expect(log.all == ["2"])
    withExtendedLifetime(observation) {}
  }

  @Test func aTouchBesideAnotherThreadsTransactionLeavesItsValuesAlone() {
    let runs = Counter()
    let double = double(runs)
    #expect(double.value == 2)
    kid.context.transaction {
      kid.count = 2
      #expect(double.value == 4)
      OtherThread { [kid] in kid.context.touch(Item.count.index) }.join()
      #expect(double.value == 4)
      #expect(runs.count == 2)
    }
  }

  @Test func aCopyBesideATransactionThatHasOnlyTouchedHasTheValue() {
    kid.context.transaction {
      kid.context.touch(Item.name.index)
      OtherThread { [kid] in
        let copy = Kid(context: kid.context.frozenCopy())
        #expect(copy.name == "a" && copy.count == 1)
      }
      .join()
    }
  }
}
