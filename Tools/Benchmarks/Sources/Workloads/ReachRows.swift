import Measuring
import StrataConcurrency
import StrataCore
import StrataEvents

/// A context that may have another below it.
struct Level: ContextContainer, Sendable {
  static let layout = Layout(name: "Level", slots: [.container("below", Level?.self)])
  static var belowSlot: Slot<Level?> { Slot(uncheckedIndex: 0) }

  private(set) var context: Context

  init(below: Level? = nil) {
    context = Context(layout: Level.layout)
    context.initialize(container: Level.belowSlot, to: below)
  }

  func forEachContext(_ body: (Context) -> Void) { body(context) }

  mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    if let other = replacement(context) { context = other }
  }

  /// A chain with a number of levels below the first.
  static func chain(_ depth: Int) -> (top: Level, bottom: Level) {
    let bottom = Level()
    var top = bottom
    for _ in 0..<depth { top = Level(below: top) }
    return (top, bottom)
  }
}

/// The rows with many receivers: events, and one change for many subscribers.
enum ReachRows {
  static var all: [Workload] {
    [1, 10, 100].flatMap { [silentEvent($0), heardEvent($0)] }
      + [broadcast(100), broadcast(10_000), fanOut(10), fanOut(1_000), fanOut(10_000)]
  }

  struct Ping: Sendable {}

  private static func silentEvent(_ depth: Int) -> Workload {
    Workload("event without listener, depth \(depth)", budget: 1) {
      let (top, bottom) = Level.chain(depth)
      let anchor = Anchor(top.context)
      return Prepared(isRight: bottom.context.isLive) { count in
        for _ in 0..<count { bottom.context.send(Ping(), at: .thisLine()) }
        withExtendedLifetime(anchor) {}
      }
    }
  }

  private static func heardEvent(_ depth: Int) -> Workload {
    Workload("event, one listener \(depth) up", budget: 3 + Double(depth), count: 100_000) {
      let (top, bottom) = Level.chain(depth)
      let anchor = Anchor(top.context)
      let heard = Tally()
      top.context.addListener(.listener(to: Ping.self) { _, _ in heard.add() })
      bottom.context.send(Ping(), at: .thisLine())
      return Prepared(isRight: heard.number == 1) { count in
        for _ in 0..<count { bottom.context.send(Ping(), at: .thisLine()) }
        withExtendedLifetime(anchor) {}
      }
    }
  }

  private static func broadcast(_ receivers: Int) -> Workload {
    Workload(
      "event down to \(receivers) children, each with a listener",
      count: max(10, 100_000 / receivers),
      divisor: Double(receivers)
    ) {
      let list = Listing(count: receivers)
      let anchor = Anchor(list.context)
      let heard = Tally()
      for row in list.rows {
        row.context.addListener(.listener(to: Ping.self) { _, _ in heard.add() })
      }
      list.context.send(Ping(), to: .children, at: .thisLine())
      return Prepared(isRight: heard.number == receivers) { count in
        for _ in 0..<count { list.context.send(Ping(), to: .children, at: .thisLine()) }
        withExtendedLifetime(anchor) {}
      }
    }
  }

  private static func fanOut(_ subscribers: Int) -> Workload {
    Workload(
      "one write to \(subscribers) observers, per observer",
      budget: subscribers < 100 ? nil : 1,
      count: max(10, 300_000 / subscribers),
      divisor: Double(subscribers)
    ) {
      let leaf = Leaf()
      let anchor = Anchor(leaf.context)
      let seen = Tally()
      let observations = (0..<subscribers).map { _ in
        leaf.context.observe(Leaf.countSlot) { _ in seen.add() }
      }
      leaf.count = -1
      return Prepared(isRight: seen.number == subscribers) { count in
        for number in 0..<count { leaf.count = number }
        withExtendedLifetime((anchor, observations)) {}
      }
    }
  }
}
