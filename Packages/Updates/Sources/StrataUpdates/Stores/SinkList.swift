import StrataConcurrency
public import Synchronization

/// Closures that receive elements, in the order in which they were added.
@usableFromInline
final class SinkList<Element: Sendable>: Sendable {
  typealias Body = @Sendable (Element) -> Void

  private struct Sink: Sendable {
    let id: UInt64
    let isCancelled: Flag
    let body: Body
  }

  private final class Flag: Sendable {
    let word = Atomic<Bool>(false)
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

  /// Adds a closure, until the subscription ends.
  func add(_ body: @escaping Body) -> Subscription {
    let isCancelled = Flag()
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      state.sinks.append(Sink(id: state.nextID, isCancelled: isCancelled, body: body))
      count.store(state.sinks.count, ordering: .relaxed)
      return state.nextID
    }
    return Subscription { [self] in
      // Before the removal, because `notify` may walk a copy of the list.
      isCancelled.word.store(true, ordering: .releasing)
      remove(id)
    }
  }

  /// Calls the closures; called in the store's serialised section.
  @usableFromInline
  func notify(_ element: Element) {
    let sinks = state.withLock { $0.sinks }
    for sink in sinks where !sink.isCancelled.word.load(ordering: .acquiring) { sink.body(element) }
  }

  private func remove(_ id: UInt64) {
    let removed = state.withLock { state -> Sink? in
      guard let index = state.sinks.firstIndex(where: { $0.id == id }) else { return nil }
      defer { count.store(state.sinks.count, ordering: .relaxed) }
      return state.sinks.remove(at: index)
    }
    withExtendedLifetime(removed) {}
  }
}
