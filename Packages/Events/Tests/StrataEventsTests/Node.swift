import StrataConcurrency
import StrataEvents

/// A tree for tests: one lock protects all nodes that were made with it.
// SAFETY: the properties are touched while `tree` is locked only, or by a test of one thread.
final class Node: EventPosition, @unchecked Sendable {
  let name: String
  let tree: Locked<Int>
  var parents: [Node] = []
  var children: [Node] = []
  var dependencies: [Node] = []
  private var listeners = EventListeners<Node>()

  init(_ name: String, in tree: Locked<Int> = Locked(0, rank: .tree)) {
    self.name = name
    self.tree = tree
  }

  var eventParents: [Node] { parents }
  var eventChildren: [Node] { children }
  var eventDependencies: [Node] { dependencies }

  func selectListeners<Event: Sendable>(
    for event: Event,
    origin: Audience,
    into selected: inout SelectedListeners<Node>
  ) {
    listeners.select(for: event, origin: origin, into: &selected)
  }

  @discardableResult
  func add(_ child: Node) -> Node {
    children.append(child)
    child.parents.append(self)
    return child
  }

  func makeChild(_ name: String) -> Node { add(Node(name, in: tree)) }

  /// The names of the receivers, in order.
  func receivers(_ audience: Audience) -> [String] {
    var names: [String] = []
    forEachReceiver(in: audience) { node, _ in names.append(node.name) }
    return names
  }

  /// The receivers, with the direction of the sender seen from each.
  func origins(_ audience: Audience) -> [String: Audience] {
    var origins: [String: Audience] = [:]
    forEachReceiver(in: audience) { node, origin in origins[node.name] = origin }
    return origins
  }

  func listen(_ listener: EventListener<Node>) {
    tree.withLock {
      listeners.add(listener)
      $0 += 1
    }
  }

  func stopListening(_ listener: EventListener<Node>) {
    tree.withLock { if listeners.remove(listener) { $0 -= 1 } }
  }

  func finishListeners() {
    let removed = tree.withLock { count in
      let removed = listeners.removeAll()
      count -= removed.count
      return removed
    }
    for listener in removed { listener.finish() }
  }

  var listenerCount: Int { tree.withLock { _ in listeners.count } }
  var treeListenerCount: Int { tree.withLock { $0 } }

  func send<Event: Sendable>(_ event: Event, to audience: Audience = .standard) {
    let delivery = tree.withLock { count -> EventDelivery<Node, Event>? in
      count == 0 ? nil : makeDelivery(of: event, from: self, to: audience)
    }
    delivery?.perform()
  }

  func events<Event: Sendable>(
    of type: Event.Type,
    from senders: Audience = .everyone,
    policy: BufferingPolicy = .unbounded
  ) -> EventStream<Event> {
    let (stream, listener) = EventListener<Node>.stream(of: type, from: senders, policy: policy) {
      [weak self] in self?.stopListening($0)
    }
    listen(listener)
    return stream
  }

  func events<Event: Sendable & Equatable>(
    ofValue event: Event,
    from senders: Audience = .everyone
  ) -> EventStream<Void> {
    let (stream, listener) = EventListener<Node>.stream(ofValue: event, from: senders) {
      [weak self] in self?.stopListening($0)
    }
    listen(listener)
    return stream
  }
}

/// A list of events, from any thread.
final class Log: Sendable {
  private let lines = Locked<[String]>([], rank: .leaf)

  func append(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
