import Measuring
import Observation
import StrataConcurrency
import StrataCore
import StrataModels

/// The cost of observing changes.
enum SubscriptionRows {
  static var all: [Workload] {
    [
      churn, cancelsItself, equalWrite, tracked(1), tracked(100), bridged, unanchoredRead,
      unanchoredWrite,
    ]
  }

  private static var churn: Workload {
    Workload("observe and cancel, 1,000 others there", count: 50_000) {
      let leaf = Leaf()
      let anchor = Anchor(leaf.context)
      let others = (0..<1_000).map { _ in leaf.context.observe(Leaf.countSlot) { _ in } }
      return Prepared(isRight: leaf.context.isLive) { count in
        for _ in 0..<count { leaf.context.observe(Leaf.countSlot) { _ in }.cancel() }
        withExtendedLifetime((anchor, others)) {}
      }
    }
  }

  private static var cancelsItself: Workload {
    Workload("observe, be told once, cancel in the callback", count: 50_000) {
      let leaf = Leaf()
      let anchor = Anchor(leaf.context)
      let seen = Tally()
      let once: (Int) -> Void = { number in
        let own = Subscription()
        own.token = leaf.context.observe(Leaf.countSlot) { _ in
          seen.add()
          own.token?.cancel()
        }
        leaf.count = number
        leaf.count = -number
        own.token = nil
      }
      once(5)
      return Prepared(isRight: seen.number == 1) { count in
        for number in 1...count { once(number) }
        withExtendedLifetime(anchor) {}
      }
    }
  }

  // SAFETY: only the thread of the workload uses it.
  private final class Subscription: @unchecked Sendable {
    var token: (any Cancellable)?
  }

  private static var equalWrite: Workload {
    Workload("write an equal value, one observer", budget: 5, count: 100_000) {
      let leaf = Leaf(3)
      let anchor = Anchor(leaf.context)
      let seen = Tally()
      let token = leaf.context.observe(Leaf.countSlot) { _ in seen.add() }
      leaf.count = 3
      return Prepared(isRight: seen.number == 0) { count in
        for _ in 0..<count { leaf.count = 3 }
        withExtendedLifetime((anchor, token)) {}
      }
    }
  }

  private static func tracked(_ reads: Int) -> Workload {
    Workload(
      "track \(reads) reads anew, each",
      count: max(10, 100_000 / reads),
      divisor: Double(reads)
    ) {
      let leaves = (0..<reads).map { Leaf($0) }
      let anchors = leaves.map { Anchor($0.context) }
      let tracker = Tracker {}
      let sum = { leaves.reduce(0) { $0 &+ $1.count } }
      return Prepared(isRight: tracker.track(sum) == reads * (reads - 1) / 2) { count in
        for _ in 0..<count { keep(tracker.track(sum)) }
        withExtendedLifetime(anchors) {}
      }
    }
  }

  private static var bridged: Workload {
    Workload("read in Swift's withObservationTracking, and write", count: 20_000) {
      let meter = Meter(count: 1).withAnchor()
      let seen = Tally()
      let once: (Int) -> Void = { number in
        withObservationTracking {
          keep(meter.count)
        } onChange: {
          seen.add()
        }
        meter.count = number
      }
      once(2)
      return Prepared(isRight: seen.number == 1) { count in
        for number in 0..<count { once(number) }
      }
    }
  }

  private static var unanchoredRead: Workload {
    Workload("read a model that is in no tree") {
      let meter = Meter(count: 5)
      return Prepared(isRight: meter.count == 5) { count in
        var sum = 0
        for _ in 0..<count { sum &+= meter.count }
        keep(sum)
      }
    }
  }

  private static var unanchoredWrite: Workload {
    Workload("write a model that is in no tree") {
      let meter = Meter()
      meter.count = 7
      return Prepared(isRight: meter.count == 7) { count in
        for number in 0..<count { meter.count = number }
      }
    }
  }
}
