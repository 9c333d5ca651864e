import StrataConcurrency
import StrataCore
import StrataEvents

/// The events that the models of a store have sent and that its test has not received yet.
final class EventLedger: Sendable {
  struct Sent: Sendable {
    let number: Int
    let event: any Sendable
    let sender: Context
  }

  private struct Contents: Sendable {
    var events: [Sent] = []
    var count = 0
  }

  private let contents = Locked(Contents(), rank: .leaf)

  /// What has been sent and not received, in order.
  var pending: [Sent] { contents.withLock { $0.events } }

  /// Takes all of them out: an event keeps its sender.
  func takeAll() -> [Sent] {
    contents.withLock { contents in
      defer { contents.events = [] }
      return contents.events
    }
  }

  /// Takes an event out.
  func remove(_ number: Int) {
    let former = contents.withLock { contents in
      defer { contents.events.removeAll { $0.number == number } }
      return contents.events
    }
    withExtendedLifetime(former) {}
  }
}

extension EventLedger: TreeObserver {
  func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {}

  func treeWillEnd(_ root: Context) {}

  func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite
  ) {
    contents.withLock { contents in
      contents.count += 1
      contents.events.append(Sent(number: contents.count, event: event, sender: sender))
    }
  }
}
