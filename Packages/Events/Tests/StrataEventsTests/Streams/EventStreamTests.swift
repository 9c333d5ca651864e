import StrataConcurrency
import StrataEvents
import Testing

@Suite struct EventStreamTests {
  private enum AppEvent: Equatable { case logout, login }
  private enum RowEvent: Equatable { case removed(Int) }

  private func all<Element>(_ stream: EventStream<Element>) async -> [Element] {
    var elements: [Element] = []
    for await element in stream { elements.append(element) }
    return elements
  }

  @Test func keepsWhatIsSentBeforeItsLoopBegins() async {
    let root = Node("root")
    let child = root.makeChild("child")
    let stream = root.events(of: Int.self)
    for number in 0..<1_000 { child.send(number) }
    root.finishListeners()
    #expect(await all(stream) == Array(0..<1_000))
  }

  @Test func seesNothingThatWasSentBeforeItWasMade() async {
    let node = Node("node")
    node.send(1)
    let stream = node.events(of: Int.self)
    node.send(2)
    node.finishListeners()
    #expect(await all(stream) == [2])
  }

  @Test func signalsEachEqualEvent() async {
    let node = Node("node")
    let stream = node.events(ofValue: AppEvent.logout)
    node.send(AppEvent.login)
    node.send(AppEvent.logout)
    node.send("logout")
    node.send(AppEvent.logout)
    node.finishListeners()
    #expect(await all(stream).count == 2)
  }

  @Test func comesFromThePositionAloneForItsOwnTypeOfEvent() async {
    let root = Node("root")
    let child = root.makeChild("child")
    let own = root.events(ofValue: RowEvent.removed(1), from: .self)
    let foreign = root.events(ofValue: AppEvent.logout)
    for node in [root, child] {
      node.send(RowEvent.removed(1))
      node.send(AppEvent.logout)
    }
    root.finishListeners()
    #expect(await all(own).count == 1)
    #expect(await all(foreign).count == 2)
  }

  @Test func carriesTheSender() async {
    let root = Node("root")
    let rows = (0..<3).map { root.makeChild("row\($0)") }
    let keepsIt: @Sendable (EventListener<Node>) -> Void = { _ in }
    let (stream, listener) = EventListener<Node>.stream(
      of: RowEvent.self,
      from: [.self, .descendants],
      onTermination: keepsIt
    ) { event, sender in
      sender.name == "row1" ? nil : (event, sender)
    }
    root.listen(listener)
    for (index, row) in rows.enumerated() { row.send(RowEvent.removed(index)) }
    root.finishListeners()
    let received = await all(stream)
    #expect(received.map(\.0) == [.removed(0), .removed(2)])
    #expect(received.map(\.1.name) == ["row0", "row2"])
  }

  @Test func keepsTheNewestWhenToldTo() async {
    let node = Node("node")
    let newest = node.events(of: Int.self, policy: .bufferingNewest(2))
    let oldest = node.events(of: Int.self, policy: .bufferingOldest(2))
    for number in 0..<10 { node.send(number) }
    node.finishListeners()
    #expect(await all(newest) == [8, 9])
    #expect(await all(oldest) == [0, 1])
  }

  @Test func endsWhenThePositionFinishes() async {
    let node = Node("node")
    let stream = node.events(of: Int.self)
    let task = Task { await all(stream) }
    node.send(1)
    node.finishListeners()
    node.send(2)
    #expect(await task.value == [1])
  }

  @Test func isGivenUpWhenItsTaskIsCancelled() async {
    let node = Node("node")
    let stream = node.events(of: Int.self)
    let task = Task { await all(stream) }
    task.cancel()
    _ = await task.value
    #expect(node.listenerCount == 0)
    #expect(node.treeListenerCount == 0)
  }

  @Test func isGivenUpWhenItIsReleased() {
    let node = Node("node")
    do {
      let stream = node.events(of: Int.self)
      #expect(node.listenerCount == 1)
      withExtendedLifetime(stream) {}
    }
    #expect(node.listenerCount == 0)
    #expect(node.treeListenerCount == 0)
  }

  @Test func doesNotKeepItsPositionAlive() async {
    weak var released: Node?
    let stream: EventStream<Int>
    do {
      let node = Node("node")
      released = node
      stream = node.events(of: Int.self)
      node.send(1)
    }
    #expect(released == nil)
    #expect(await all(stream) == [1])
  }
}
