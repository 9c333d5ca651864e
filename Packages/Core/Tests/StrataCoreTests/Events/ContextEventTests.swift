import StrataConcurrency
import StrataEvents
import Synchronization
import Testing

@testable import StrataCore

@Suite struct ContextEventTests {
  /// Makes a context log each number that it receives.
  private func listen(_ kid: Kid, _ log: Log) -> EventListener<Context> {
    let listener = EventListener<Context>.listener(to: Int.self) { number, _ in
      log.add("\(kid.name) \(number)")
    }
    kid.context.addListener(listener)
    return listener
  }

  @Test func aContextThatSeveralParentsHoldReceivesAnEventOnce() {
    let log = Log()
    let shared = Kid("shared", kids: [Kid("below")])
    let root = Kid("root", kids: [Kid("one", kids: [shared]), Kid("two", kids: [shared])])
    let anchor = Anchor(root.context)
    for kid in [shared, shared.kids[0], root] { _ = listen(kid, log) }
    root.context.send(1, to: .descendants, at: .thisLine())
    #expect(log.take() == ["shared 1", "below 1"])
    shared.kids[0].context.send(2, to: .ancestors, at: .thisLine())
    #expect(log.take() == ["shared 2", "root 2"])
    withExtendedLifetime(anchor) {}
  }

  @Test func aRemovedListenerHearsNothingMore() {
    let log = Log()
    let root = Kid("root")
    let anchor = Anchor(root.context)
    let (first, second) = (listen(root, log), listen(root, log))
    root.context.send(1, at: .thisLine())
    root.context.removeListener(first)
    root.context.send(2, at: .thisLine())
    root.context.removeListener(second)
    root.context.send(3, at: .thisLine())
    #expect(log.all == ["root 1", "root 1", "root 2"])
    withExtendedLifetime(anchor) {}
  }

  @Test func aTreeIsUnheardExactlyWhileNobodyListens() {
    let log = Log()
    let kid = Kid("kid")
    let root = Kid("root", kids: [kid])
    #expect(!root.context.isUnheard)
    let anchor = Anchor(root.context)
    let isIdle = root.context.isUnheard
    let listener = listen(kid, log)
    #expect(!root.context.isUnheard && !kid.context.isUnheard)
    root.context.send(1, to: [.self, .descendants], at: .thisLine())
    kid.context.removeListener(listener)
    #expect(root.context.isUnheard == isIdle)
    _ = listen(kid, log)
    #expect(!root.context.isUnheard)
    root.kids = []
    #expect(root.context.isUnheard == isIdle)
    #expect(log.all == ["kid 1"])
    withExtendedLifetime(anchor) {}
  }

  @Test func aListenerIsRemovedFromItsOwnContextAlone() {
    let log = Log()
    let kid = Kid("kid")
    let root = Kid("root", kids: [kid])
    let anchor = Anchor(root.context)
    let listener = listen(root, log)
    kid.context.removeListener(listener)
    root.context.send(1, at: .thisLine())
    #expect(log.all == ["root 1"])
    withExtendedLifetime(anchor) {}
  }

  @Test func anObserverGetsTheContextsWithAListenerForTheEvent() {
    let log = Log()
    let (one, two) = (Kid("one"), Kid("two"))
    let root = Kid("root", kids: [one, two])
    let anchor = withTreeObserver(ReceiverLog(log)) { Anchor(root.context) }
    _ = listen(two, Log())
    root.context.send(1, to: [.self, .descendants], at: .thisLine())
    root.context.send("text", to: [.self, .descendants], at: .thisLine())
    #expect(log.all == [#"1 ["two"]"#, "text []"])
    withExtendedLifetime(anchor) {}
  }

  @Test func anObserverGetsNoEventThatNobodyCanReceive() {
    let log = Log()
    let root = Kid("root")
    let anchor = withTreeObserver(ReceiverLog(log)) { Anchor(root.context) }
    let found = reports { root.context.send(1, to: .descendants, at: .thisLine()) }
    #expect(found.count == 1)
    #expect(log.all == [])
    withExtendedLifetime(anchor) {}
  }

  @Test func aSharedGuardSaysNothingOfWhoListens() {
    let log = Log()
    let root = Kid("root")
    let anchor = Anchor(root.context)
    _ = listen(root, log)
    // The state that a thread may see while a context joins or leaves a tree.
    let own = root.context.guardLock.load(ordering: .relaxed)
    let shared = Kid("other").context.guardLock.load(ordering: .relaxed)
    root.context.guardLock.store(shared, ordering: .relaxed)
    #expect(!root.context.isUnheard)
    root.context.guardLock.store(own, ordering: .relaxed)
    withExtendedLifetime(anchor) {}
  }
}

/// Logs each event with the names of its receivers.
private final class ReceiverLog: TreeObserver {
  private let log: Log

  init(_ log: Log) { self.log = log }

  func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite,
    receivers: [Context]
  ) {
    log.add("\(event) \(receivers.map { Kid(context: $0).name })")
  }
}
