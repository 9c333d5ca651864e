import StrataConcurrency
import StrataModels
import StrataSources
import StrataStores
import StrataUpdates
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Two threads that write without a pause, one slow observer, and one thread that subscribes and leaves, for each
/// dialect in turn.
///
/// The writers may be ahead of the observer by the bound of the queue, and no more.
struct QueueStress {
  let seed: UInt64

  func run(until isOver: @escaping @Sendable () -> Bool) throws {
    var lane = Int(seed % 4)
    repeat {
      switch lane % 4 {
      case 0: try model(until: isOver)
      case 1: try updateStore(until: isOver)
      case 2: try domainStore(until: isOver)
      default: try source(until: isOver)
      }
      lane += 1
    } while !isOver()
  }

  private func model(until isOver: @escaping @Sendable () -> Bool) throws {
    let counter = Counter().withAnchor()
    let lag = Lag("a model's property")
    let observation = counter.node.onChange(of: counter.count, initial: false) { _, count in
      lag.deliver(count)
    }
    try run(lag, until: isOver) {
      counter.count += 1
    } subscribing: {
      counter.node.onChange(of: counter.count, initial: false) { _, _ in }.cancel()
    }
    observation.cancel()
  }

  private func updateStore(until isOver: @escaping @Sendable () -> Bool) throws {
    let store = makeUpdateStore()
    let lag = Lag("an update store")
    let subscription = store.observe { lag.deliver($0) }
    try run(lag, until: isOver) {
      store.send(1)
    } subscribing: {
      store.observe { _ in }.cancel()
    }
    subscription.cancel()
  }

  private func domainStore(until isOver: @escaping @Sendable () -> Bool) throws {
    let store = TallyStore()
    let lag = Lag("a domain store")
    let subscription = store.subscribe { lag.deliver($0.count) }
    try run(lag, until: isOver) {
      store.add(1)
    } subscribing: {
      store.subscribe { _ in }.cancel()
    }
    subscription.cancel()
  }

  private func source(until isOver: @escaping @Sendable () -> Bool) throws {
    let numbers = MutableSource(0).eraseToSource()
    let lag = Lag("a source")
    let subscriber = Subscriber { lag.deliver($0) }
    let values = numbers.map(\.value)
    values.subscribe(subscriber, method: Subscriber.receive)
    let model = numbers.model
    try run(lag, until: isOver) {
      model.set(lag.next())
    } subscribing: {
      let other = Subscriber { _ in }
      values.subscribe(other, method: Subscriber.receive)
      values.unsubscribe(other)
    }
    values.unsubscribe(subscriber)
  }

  /// Runs a lane for some thousand writes.
  private func run(
    _ lag: Lag,
    until isOver: @escaping @Sendable () -> Bool,
    write: @escaping @Sendable () -> Void,
    subscribing: @escaping @Sendable () -> Void
  ) throws {
    let writer: @Sendable (inout SeededGenerator) throws -> Void = { _ in
      write()
      try lag.wrote()
    }
    let subscriber: @Sendable (inout SeededGenerator) throws -> Void = { _ in subscribing() }
    try runThreads([writer, writer, subscriber], seed: seed) {
      isOver() || lag.hasWritten(6_000)
    }
  }
}

/// How far an observer is behind the writers, who count.
private final class Lag: Sendable {
  private let name: String
  private let begun = Atomic<Int>(0)
  private let written = Atomic<Int>(0)
  private let delivered = Atomic<Int>(0)

  init(_ name: String) { self.name = name }

  /// The next number, where the state does not count itself.
  func next() -> Int { begun.add(1, ordering: .relaxed).newValue }

  /// Notes that a number was delivered, which takes its time.
  func deliver(_ number: Int) {
    for _ in 0..<2 { sched_yield() }
    delivered.max(number, ordering: .relaxed)
  }

  func hasWritten(_ count: Int) -> Bool { written.load(ordering: .relaxed) >= count }

  /// Notes a write that has returned.
  func wrote() throws {
    let written = written.add(1, ordering: .relaxed).newValue
    let lag = written - delivered.load(ordering: .relaxed)
    // The bound of a queue is 1,024; each thread may add what it delivers itself.
    try hold(lag <= 2_048, "the writers of \(name) are ahead of its observer by \(lag)")
  }
}

private struct Counter: Model {
  static let modelLayout = ModelLayout<Counter>("Counter") { $0.slot("count", \.count) }
  var modelNode = ModelNode<Counter>()

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init() { modelNode.initialize(0, to: 0) }
}

private func makeUpdateStore() -> StrataUpdates.Store<Int, Int, Void> {
  StrataUpdates.Store(
    update: { state, action, _ in StrataUpdates.Update(state: state &+ action) },
    state: 0,
    environment: ()
  )
}

private struct Tally: StateContainer {
  enum State: EnumState {
    case open
  }

  var current: State = .open
  var count = 0
}

// SAFETY: adds nothing.
private final class TallyStore: StrataStores.Store<Tally>, @unchecked Sendable {
  init() { super.init(initialState: Tally(), delivery: .immediate) }

  func add(_ number: Int) { state.update { $0.count += number } }
}

private final class Subscriber: Sendable {
  private let body: @Sendable (Int) -> Void

  init(_ body: @escaping @Sendable (Int) -> Void) { self.body = body }

  func receive(_ number: Int) { body(number) }
}
