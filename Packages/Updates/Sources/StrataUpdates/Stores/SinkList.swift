import StrataConcurrency
public import Synchronization

/// Closures that receive elements, in the order in which they were added.
@usableFromInline
final class SinkList<Element: Sendable>: Sendable {
  typealias Body = @Sendable (Element) -> Void

  private struct Sink: Sendable {
    let id: UInt64
    let subscription: WeakSubscription
    let body: Body
  }

  private struct WeakSubscription: Sendable {
    weak let reference: StoreSubscription?
  }

  private struct State: Sendable {
    var sinks: [Sink] = []
    var nextID: UInt64 = 0
  }

  @usableFromInline let count = Atomic<Int>(0)
  private let state = Locked(State(), rank: .leaf)

  init() {}

  /// Whether there are none.
  @inlinable var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Adds a closure, until a subscription ends.
  func add(_ subscription: StoreSubscription, _ body: @escaping Body) {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      let sink = Sink(
        id: state.nextID,
        subscription: WeakSubscription(reference: subscription),
        body: body
      )
      state.sinks.append(sink)
      count.store(state.sinks.count, ordering: .relaxed)
      return state.nextID
    }
    subscription.hold(Removal(list: self, id: id))
  }

  /// Calls the closures; called in the store's serialised section.
  @usableFromInline
  func notify(_ element: Element) {
    let sinks = state.withLock { $0.sinks }
    for sink in sinks {
      guard let subscription = sink.subscription.reference, !subscription.isCancelled else {
        continue
      }
      sink.body(element)
    }
  }

  private func remove(_ id: UInt64) {
    let removed = state.withLock { state -> Sink? in
      guard let index = state.sinks.firstIndex(where: { $0.id == id }) else { return nil }
      defer { count.store(state.sinks.count, ordering: .relaxed) }
      return state.sinks.remove(at: index)
    }
    withExtendedLifetime(removed) {}
  }

  /// Takes a closure out of its list.
  private struct Removal: Cancellable {
    let list: SinkList
    let id: UInt64

    func cancel() { list.remove(id) }
  }
}
