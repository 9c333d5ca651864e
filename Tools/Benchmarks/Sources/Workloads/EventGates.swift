import Measuring
import StrataConcurrency
import StrataCore
import StrataDependencies
import StrataEvents
import StrataModels

/// The promises of events and of dependencies.
enum EventGates {
  static var all: [Gate] { up + down + dependencies }

  private static var up: [Gate] {
    [
      Gate("event without listener: instructions", .instructions(atMost: 40)) { _ in
        send(up: 10, isHeard: false)
      },
      Gate("event without listener: allocations", .allocations(atMost: 0)) { _ in
        send(up: 10, isHeard: false)
      },
      Gate("event, one listener above: instructions", .instructions(atMost: 400)) { _ in
        send(up: 1, isHeard: true)
      },
      Gate("event, one listener above: allocations", .allocations(atMost: 0)) { _ in
        send(up: 1, isHeard: true)
      },
      Gate("event, one listener N levels up: each level", .slope(atMost: 20), sizes: [1, 100]) {
        send(up: $0, isHeard: true)
      },
      Gate("event, one listener 10 levels up: heard once", .exactly(1)) { _ in
        send(up: 10, isHeard: true)
      },
      // In all threads: 7 when an event arrives before the loop waits, and up to 8.3 beside other processes.
      Gate("event until its loop has handled it: allocations", .allocations(atMost: 8.5)) { _ in
        Gate.Operation(HandledRows.awaiting().run)
      },
    ]
  }

  private static var down: [Gate] {
    [
      Gate("event to N children that listen: each", .slope(atMost: 300), sizes: [10, 100]) {
        send(down: $0, to: .children)
      },
      Gate("event to 10 children that listen: heard by each", .exactly(10)) { _ in
        send(down: 10, to: .children)
      },
      Gate("event to N descendants that listen: each", .slope(atMost: 540), sizes: [10, 100]) {
        send(down: $0, to: .descendants)
      },
      Gate("event to 10 descendants that listen: heard by each", .exactly(10)) { _ in
        send(down: 10, to: .descendants)
      },
    ]
  }

  private static func send(up depth: Int, isHeard: Bool) -> Gate.Operation {
    let (top, bottom) = Level.chain(depth)
    let anchor = Anchor(top.context)
    let heard = Tally()
    if isHeard {
      top.context.addListener(.listener(to: ReachRows.Ping.self) { _, _ in heard.add() })
    }
    let tally = { heard.number }
    return Gate.Operation(tally: tally) { count in
      for _ in 0..<count { bottom.context.send(ReachRows.Ping(), at: .thisLine()) }
      withExtendedLifetime(anchor) {}
    }
  }

  private static func send(down receivers: Int, to audience: Audience) -> Gate.Operation {
    let list = Listing(count: receivers)
    let anchor = Anchor(list.context)
    let heard = Tally()
    for row in list.rows {
      row.context.addListener(.listener(to: ReachRows.Ping.self) { _, _ in heard.add() })
    }
    let tally = { heard.number }
    return Gate.Operation(tally: tally) { count in
      for _ in 0..<count { list.context.send(ReachRows.Ping(), to: audience, at: .thisLine()) }
      withExtendedLifetime(anchor) {}
    }
  }

  private static var dependencies: [Gate] {
    [
      Gate("dependency read, nothing overridden: instructions", .instructions(atMost: 80)) { _ in
        read(Meter().withAnchor())
      },
      Gate("dependency read, overridden at the root: instructions", .instructions(atMost: 120)) {
        _ in read(Meter().withAnchor { $0[StepKey.self] = 4 })
      },
      Gate("dependency read: allocations", .allocations(atMost: 0)) { _ in
        read(Meter().withAnchor { $0[StepKey.self] = 4 })
      },
      Gate("dependency read, N below the root: flat", .flat(atMost: 1.02), sizes: [1, 100]) {
        depth in
        let nest = Nest.chain(depth)
        let top = nest.top.withAnchor { $0[StepKey.self] = 4 }
        return Gate.Operation { count in
          var sum = 0
          for _ in 0..<count { sum &+= nest.bottom.node.step }
          keep(sum)
          withExtendedLifetime(top) {}
        }
      },
    ]
  }

  private static func read(_ meter: Meter) -> Gate.Operation {
    Gate.Operation { count in
      var sum = 0
      for _ in 0..<count { sum &+= meter.node.step }
      keep(sum)
    }
  }
}

/// A model that may have another of its kind below it.
struct Nest: Model {
  static let modelLayout = ModelLayout<Nest>("Nest") { $0.slot("below", \.below) }
  var modelNode = ModelNode<Nest>()

  var below: [Nest] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(below: [Nest] = []) { modelNode.initialize(0, to: below) }

  /// A chain with a number of levels below the first.
  static func chain(_ depth: Int) -> (top: Nest, bottom: Nest) {
    let bottom = Nest()
    var top = bottom
    for _ in 0..<depth { top = Nest(below: [top]) }
    return (top, bottom)
  }
}
