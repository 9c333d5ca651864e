import StrataConcurrency
import StrataCore
import StrataEvents
@_spi(Strata) import StrataOneStore

/// The events that the models of a store have sent and that its test has not received yet.
final class EventLedger: Sendable {
  struct Sent: Sendable {
    let number: Int
    let event: any Sendable
    let sender: Context
    /// The sender in words, as it was then: it may be removed before the end.
    let phrase: String
    /// The line that has sent it.
    let callSite: CallSite
    /// Whether a failure has shown it.
    var isShown = false
  }

  private struct Contents: Sendable {
    var events: [Sent] = []
    var count = 0
  }

  private let contents = Locked(Contents(), rank: .leaf)

  /// The events that were sent and not received, in order.
  var pending: [Sent] { contents.withLock { $0.events } }

  /// Takes all of them out, because an event retains its sender.
  func takeAll() -> [Sent] {
    contents.withLock { contents in
      defer { contents.events = [] }
      return contents.events
    }
  }

  /// Notes that a failure has shown events; they can still be received.
  func noteShown(_ events: [Sent]) {
    let numbers = Set(events.map(\.number))
    contents.withLock { contents in
      for index in contents.events.indices where numbers.contains(contents.events[index].number) {
        contents.events[index].isShown = true
      }
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
    let phrase = sender.modelPlace?.phrase ?? sender.layout.name
    contents.withLock { contents in
      contents.count += 1
      contents.events.append(
        Sent(
          number: contents.count,
          event: event,
          sender: sender,
          phrase: phrase,
          callSite: callSite
        )
      )
    }
  }
}
