import StrataConcurrency
import StrataEvents
import Testing

@testable import StrataCore

@Suite struct ContextEventTests {
  /// Lets a context write down each number that it is sent.
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
}
