import StrataConcurrency
import StrataEvents
import Testing

@Suite struct EventListenerTests {
  // SAFETY: neither has any state.
  private class Base: @unchecked Sendable {}
  private final class Derived: Base, @unchecked Sendable {}
  private protocol Greeting: Sendable { var text: String { get } }
  private struct Hello: Greeting { var text: String { "hello" } }

  /// The events that a listener to a type at one node receives, described.
  private func received<Event: Sendable>(
    _ type: Event.Type,
    _ send: (Node) -> Void
  ) -> [String] {
    let log = Log()
    let node = Node("node")
    node.listen(.listener(to: type) { event, _ in log.append("\(event)") })
    send(node)
    return log.all
  }

  @Test func receivesItsTypeAlone() {
    let all = received(Int.self) {
      $0.send(1)
      $0.send("2")
      $0.send(UInt(3))
      $0.send(4)
    }
    #expect(all == ["1", "4"])
  }

  @Test func receivesEverythingWhenAsked() {
    let all = received((any Sendable).self) {
      $0.send(1)
      $0.send("2")
      $0.send(())
    }
    #expect(all == ["1", "2", "()"])
  }

  @Test func receivesWhatConformsToItsProtocol() {
    let all = received((any Greeting).self) {
      $0.send(1)
      $0.send(Hello())
      let erased: any Greeting = Hello()
      $0.send(erased)
      $0.send(2)
      $0.send(Hello())
    }
    #expect(all == ["Hello()", "Hello()", "Hello()"])
  }

  @Test func aValueThatACastWouldConvertIsNoEventOfAStructOrAnEnum() {
    #expect(received(Int.self) { $0.send(Int?.some(1)) } == [])
    #expect(received(Int?.self) { $0.send(1) } == [])
    #expect(received([Int].self) { $0.send([String]()) } == [])
    #expect(received([Int].self) { $0.send([1, 2] as [any Sendable]) } == [])
    #expect(received(Set<Int>.self) { $0.send(Set<String>()) } == [])
    #expect(received([String: Int].self) { $0.send([String: String]()) } == [])
    #expect(received(Base.self) { $0.send(Optional(Derived())) } == [])
    #expect(received(Int.self) { $0.send(1 as any Sendable) } == ["1"])
    #expect(received([Int].self) { $0.send([1, 2] as any Sendable) } == ["[1, 2]"])
    #expect(received((any Sendable).self) { $0.send(Int?.some(1)) }.count == 1)
    #expect(received(Base.self) { $0.send(Derived()) }.count == 1)
  }

  /// The listener keeps the last type that did not match, which must not select it.
  @Test func aTypeThatDoesNotMatchSelectsNoListenerAlsoTheSecondTime() {
    let node = Node("node")
    node.listen(.listener(to: (any Greeting).self) { _, _ in })
    let counts = (0..<3).map { number in
      var selected = SelectedListeners<Node>()
      node.tree.withLock { _ in
        node.selectListeners(for: number, origin: .everyone, into: &selected)
      }
      return selected.count
    }
    #expect(counts == [0, 0, 0])
  }

  @Test func receivesSubclasses() {
    let toDerived = received(Derived.self) {
      let asBase: Base = Derived()
      $0.send(Base())
      $0.send(asBase)
      $0.send(Base())
      $0.send(asBase)
      $0.send(Derived())
    }
    #expect(toDerived.count == 3)
    #expect(received(Base.self) { $0.send(Derived()) }.count == 1)
  }

  @Test func receivesOnlyFromTheSendersItWants() {
    let root = Node("root")
    let middle = root.makeChild("middle")
    let child = middle.makeChild("child")
    let leaf = child.makeChild("leaf")
    let all: [(Audience, [String])] = [
      (.self, ["middle"]),
      (.everyone, ["middle", "child", "leaf", "root"]),
      ([.self, .descendants], ["middle", "child", "leaf"]),
      (.descendants, ["child", "leaf"]),
      (.children, ["child"]),
      (.ancestors, ["root"]),
      (.parent, ["root"]),
      ([], []),
    ]
    for (senders, expected) in all {
      let log = Log()
      let listener = EventListener<Node>.listener(to: Int.self, from: senders) { _, sender in
        log.append(sender.name)
      }
      middle.listen(listener)
      middle.send(1)
      child.send(1)
      leaf.send(1)
      root.send(1, to: .descendants)
      #expect(log.all == expected, "\(senders)")
      middle.stopListening(listener)
    }
  }
}
