import StrataConcurrency
import StrataCore
import StrataEvents
@_spi(Strata) import StrataOneStore

/// The events that the models of a store have sent and that its test has not received yet.
final class UnassertedEvents: Sendable {
  struct Sent: Sendable {
    let number: Int
    let event: any Sendable
    let sender: Context
    /// The sender in words, as it was then: it may be removed before the end.
    let phrase: String
    /// The line that has sent it.
    let callSite: CallSite
    /// Whether it may be received and need not be: a failure has shown it, or its part of the test does not demand it.
    var isExcused = false
  }

  private struct Contents: Sendable {
    var events: [Sent] = []
    var count = 0
    /// Whether the test is over, so that no event is noted any more.
    var isClosed = false
    /// How many there had been when each part of the test began that has demands of its own.
    var countsOfParts: [Int: Int] = [:]
  }

  private let contents = Locked(Contents(), rank: .leaf)
  /// Called before an event is noted.
  private let beforeEvent: @Sendable () -> Void

  init(beforeEvent: @escaping @Sendable () -> Void) { self.beforeEvent = beforeEvent }

  /// The events that were sent and not received, in order.
  var pending: [Sent] { contents.withLock { $0.events } }

  /// Takes all of them out, because an event retains its sender.
  func takeAll() -> [Sent] {
    contents.withLock { contents in
      defer { contents.events = [] }
      return contents.events
    }
  }

  /// Notes no event from now on.
  ///
  /// An event retains its sender, and the sender's tree retains this observer.
  func close() { contents.withLock { $0.isClosed = true } }

  /// Begins a part of the test.
  func beginPart(depth: Int) { contents.withLock { $0.countsOfParts[depth] = $0.count } }

  /// Ends a part of the test.
  ///
  /// - Parameters:
  ///   - depth: That of its beginning.
  ///   - isDemanding: Whether its events have to be received.
  func endPart(depth: Int, isDemanding: Bool) {
    contents.withLock { contents in
      let count = contents.countsOfParts.removeValue(forKey: depth) ?? 0
      guard !isDemanding else { return }
      for index in contents.events.indices where contents.events[index].number > count {
        contents.events[index].isExcused = true
      }
    }
  }

  /// Notes that a failure has shown events; they can still be received.
  func noteShown(_ events: [Sent]) {
    let numbers = Set(events.map(\.number))
    contents.withLock { contents in
      for index in contents.events.indices where numbers.contains(contents.events[index].number) {
        contents.events[index].isExcused = true
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

extension UnassertedEvents: TreeObserver {
  func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {}

  func treeWillEnd(_ root: Context) {}

  func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite
  ) {
    beforeEvent()
    let phrase = sender.modelPlace?.phrase ?? sender.layout.name
    contents.withLock { contents in
      guard !contents.isClosed else { return }
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
