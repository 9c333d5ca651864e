import StrataConcurrency
@_spi(Strata) import StrataModels
import StrataRendering
import Testing

/// A cached value that is read through the value of `withAnchor`, whose closure retains the tree.
@Suite struct AnchoredMemoTests {
  private let hasEnded = Locked(false, rank: .leaf)
  private let totals = Locked<[Int]>([], rank: .leaf)

  private func anchored() -> Order {
    let order = Order(prices: [1, 2]).withAnchor()
    order.node.onCancel { [hasEnded] in hasEnded.withLock { $0 = true } }
    return order
  }

  /// Observes the total for as long as the tree lives.
  private func observeInTheTree(_ order: Order) {
    let model = order.unanchored
    model.node.onChange(of: model.total, initial: false) { [totals] _, total in
      totals.withLock { $0.append(total) }
    }
  }

  @Test func aReadBeforeAndAfterAnObserverOfTheTreeDoesNotKeepTheTree() {
    do {
      let order = anchored()
      #expect(order.total == 3)
      observeInTheTree(order)
      #expect(order.total == 3)
    }
    #expect(hasEnded.withLock { $0 })
  }

  @Test func anObserverOfTheAnchorThatEndsKeepsNothing() {
    do {
      let order = anchored()
      _ = order.total
      observeInTheTree(order)
      do {
        let probe = RenderProbe { order.total }
        order.prices = [1, 2, 0]
        #expect(probe.evaluations == 1)
        order.prices = [5]
        #expect(probe.output == 5)
      }
      order.prices = [6]
      #expect(totals.withLock { $0 } == [5, 6])
    }
    #expect(hasEnded.withLock { $0 })
  }

  @Test func anObserverOfTheAnchorKeepsTheClosureOfItsOwn() {
    do {
      let order = anchored()
      let probe = RenderProbe { order.total }
      // Another read through the anchor takes nothing from it.
      _ = order.total
      order.prices = [2, 1]
      order.prices = [3]
      #expect(probe.evaluations == 1 && probe.output == 3)
    }
    #expect(hasEnded.withLock { $0 })
  }
}
