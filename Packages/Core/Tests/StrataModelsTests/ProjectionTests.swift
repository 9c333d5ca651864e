import StrataConcurrency
import StrataCore
import Testing

/// A view of a part of a slot's value, with readers of its own. A layer whose models are views into one store
/// needs this from the engine. It uses the engine's public interface alone.
private final class Projection<Root, Value: Equatable & Sendable>: Sendable {
  private let base: Context
  private let slot: Slot<Root>
  private let path: any WritableKeyPath<Root, Value> & Sendable
  /// Stores the value that readers saw last, and that they observe.
  private let seen: Context
  private let anchor: Anchor
  private let observation: Locked<Subscription?>
  private static var seenSlot: Slot<Value> { Slot(uncheckedIndex: 0) }

  init(_ base: Context, _ slot: Slot<Root>, _ path: any WritableKeyPath<Root, Value> & Sendable) {
    (self.base, self.slot, self.path) = (base, slot, path)
    seen = Context(layout: Layout(name: "Projection", slots: [.value("value", Value.self)]))
    seen.initialize(Self.seenSlot, to: base.read(slot)[keyPath: path])
    anchor = Anchor(seen, at: .thisLine())
    observation = Locked(nil, rank: .leaf)
  }

  /// Reading watches the base from the first reader on.
  var value: Value {
    watchBase()
    return seen.read(Self.seenSlot)
  }

  func modify(_ body: (inout Value) -> Void) {
    body(&base[slot][keyPath: path])
  }

  private func watchBase() {
    guard observation.withLock({ $0 == nil }) else { return }
    let made = base.observe(slot, at: .thisLine()) { [slot, path, seen] change in
      seen.write(Self.seenSlot, change.newValue(as: slot)[keyPath: path])
    }
    observation.withLock { $0 = made }
    seen.write(Self.seenSlot, withoutTracking { base.read(slot) }[keyPath: path])
  }
}

/// Proves that the engine can carry models which view one store.
@Suite struct ProjectionTests {
  private struct State: Equatable, Sendable {
    var count = 0
    var name = ""
  }

  private let store = Context(layout: Layout(name: "Store", slots: [.value("state", State.self)]))
  private let slot = Slot<State>(uncheckedIndex: 0)

  @Test func readersOfOnePartAreNotToldOfAnother() {
    store.initialize(slot, to: State())
    let anchor = Anchor(store, at: .thisLine())
    let count = Projection(store, slot, \.count)
    let name = Projection(store, slot, \.name)
    let log = Log()
    let countReader = Tracker(at: .thisLine()) { log.add("count") }
    let nameReader = Tracker(at: .thisLine()) { log.add("name") }
    _ = countReader.track { count.value }
    _ = nameReader.track { name.value }
    count.modify { $0 += 1 }
    #expect(log.entries == ["count"])
    #expect(count.value == 1)
    name.modify { $0 = "Blob" }
    #expect(log.entries == ["count", "name"])
    #expect(store.read(slot) == State(count: 1, name: "Blob"))
    withExtendedLifetime((anchor, countReader, nameReader)) {}
  }
}
