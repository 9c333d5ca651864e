import Measuring
import StrataConcurrency
import StrataCore
import StrataEvents

/// The rows of events that go down.
enum EventRows {
  static var all: [Workload] {
    [100, 10_000].flatMap { [broadcast($0, isHeard: true), broadcast($0, isHeard: false)] }
      + [1, 10, 100].map(downChain)
  }

  private static func broadcast(_ receivers: Int, isHeard: Bool) -> Workload {
    let name = isHeard ? "each with a listener" : "a listener above alone"
    return Workload(
      "event down to \(receivers) descendants, \(name), each",
      count: max(10, 100_000 / receivers),
      divisor: Double(receivers)
    ) {
      let list = Listing(count: receivers)
      let anchor = Anchor(list.context)
      let (heard, above) = (Tally(), Tally())
      list.context.addListener(.listener(to: ReachRows.Ping.self) { _, _ in above.add() })
      if isHeard {
        for row in list.rows {
          row.context.addListener(.listener(to: ReachRows.Ping.self) { _, _ in heard.add() })
        }
      }
      list.context.send(ReachRows.Ping(), to: .descendants, at: .thisLine())
      let isRight = heard.number == (isHeard ? receivers : 0) && above.number == 0
      return Prepared(isRight: isRight) { count in
        for _ in 0..<count {
          list.context.send(ReachRows.Ping(), to: .descendants, at: .thisLine())
        }
        withExtendedLifetime(anchor) {}
      }
    }
  }

  private static func downChain(_ depth: Int) -> Workload {
    Workload("event down a chain, one listener \(depth) below", count: 20_000) {
      let (top, bottom) = Level.chain(depth)
      let anchor = Anchor(top.context)
      let heard = Tally()
      bottom.context.addListener(.listener(to: ReachRows.Ping.self) { _, _ in heard.add() })
      top.context.send(ReachRows.Ping(), to: .descendants, at: .thisLine())
      return Prepared(isRight: heard.number == 1) { count in
        for _ in 0..<count { top.context.send(ReachRows.Ping(), to: .descendants, at: .thisLine()) }
        withExtendedLifetime(anchor) {}
      }
    }
  }
}
