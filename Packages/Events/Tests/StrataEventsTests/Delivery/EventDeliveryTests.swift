import StrataConcurrency
import StrataEvents
import Testing

@Suite struct EventDeliveryTests {
  private enum AppEvent: Equatable { case logout, login }

  private func logging(_ log: Log, _ name: String) -> EventListener<Node> {
    .listener(to: Int.self) { event, sender in log.append("\(name) \(event) of \(sender.name)") }
  }

  @Test func deliversInTheOrderOfReceiversThenOfListeners() {
    let log = Log()
    let root = Node("root")
    let child = root.makeChild("child")
    root.listen(logging(log, "root first"))
    child.listen(logging(log, "child first"))
    child.listen(logging(log, "child second"))
    root.listen(logging(log, "root second"))
    child.send(7)
    #expect(
      log.all == [
        "child first 7 of child", "child second 7 of child", "root first 7 of child",
        "root second 7 of child",
      ]
    )
  }

  @Test func callsListenersOutsideTheLock() {
    let node = Node("node")
    let log = Log()
    node.listen(
      .listener(to: String.self) { event, sender in
        // Taking the tree's lock here traps in debug builds if it is held.
        log.append("\(event) \(sender.treeListenerCount)")
      }
    )
    node.send("a")
    #expect(log.all == ["a 1"])
  }

  @Test func countsReceiversAndListeners() {
    let root = Node("root")
    let child = root.makeChild("child")
    #expect(child.makeDelivery(of: 1, from: child).receiverCount == 2)
    #expect(child.makeDelivery(of: 1, from: child).listenerCount == 0)
    let log = Log()
    root.listen(logging(log, "a"))
    root.listen(logging(log, "b"))
    #expect(child.makeDelivery(of: 1, from: child).listenerCount == 2)
    #expect(child.makeDelivery(of: "1", from: child).listenerCount == 0)
    #expect(root.makeDelivery(of: 1, from: root, to: .parent).receiverCount == 0)
  }

  @Test func complainsOnlyWhenNobodyCanReceive() {
    let root = Node("root")
    let logout = AppEvent.logout
    #expect(
      root.makeDelivery(of: logout, from: root).diagnostic(sender: "Root", audience: [.self]) == nil
    )
    #expect(
      root.makeDelivery(of: logout, from: root, to: []).diagnostic(sender: "Root", audience: [])?
        .description
        == "Root sends logout to an empty audience, so nobody can receive it. Name at least one of "
        + ".self, .parent, .ancestors, .children, .descendants and .dependencies."
    )
    #expect(
      root.makeDelivery(of: logout, from: root, to: [.parent, .children])
        .diagnostic(sender: "Root", audience: [.parent, .children])?.description
        == "Root sends logout to [.parent, .children], where nobody is, so nobody can receive it. "
        + "Send it once the sender is in its place in the tree, or name another audience."
    )
  }
}
