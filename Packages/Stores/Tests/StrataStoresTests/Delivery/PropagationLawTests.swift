import Foundation
import StrataConcurrency
import StrataStores
import Testing

/// Random graphs of stores, beside plain values that are computed anew after each change.
@Suite struct PropagationLawTests {
  /// What a store has of itself, and of the stores that it follows.
  struct Weighed: StateContainer {
    enum State: EnumState { case weighing }

    var current = State.weighing
    var own = 0
    var inputs: [Int: Int] = [:]

    var value: Int {
      (own + inputs.reduce(0) { $0 + ($1.key + 2) * $1.value }) % 1_009
    }
  }

  /// The same graph without stores.
  private struct Plain {
    var states: [Weighed]
    /// The stores that each store follows.
    var followed: [Set<Int>]

    /// Passes values on, lower stores first.
    mutating func settle() {
      for (number, others) in followed.enumerated() {
        for other in others { states[number].inputs[other] = states[other].value }
      }
    }
  }

  private enum Operation {
    case write(Int, Int)
    case writeTwo(Int, Int, Int)
    case follow(Int, lower: Int)
    case leave(Int, lower: Int)
    case subscribe(Int)
    case unsubscribe(Int)
  }

  private struct Generator {
    private var random: UInt64

    init(seed: UInt64) { random = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }

    mutating func operation(of count: Int) -> Operation {
      let number = next(count)
      switch next(10) {
      case 0, 1: return number == 0 ? .write(0, next(50)) : .follow(number, lower: next(number))
      case 2: return number == 0 ? .write(0, next(50)) : .leave(number, lower: next(number))
      case 3: return .subscribe(number)
      case 4: return .unsubscribe(number)
      case 5: return .writeTwo(number, next(50), next(50))
      default: return .write(number, next(50))
      }
    }
  }

  /// The stores, their subscriptions, and what each subscriber has received since it was looked at.
  private final class Run {
    let stores: [Store<Weighed>]
    private var tokens: [Int: StateSubscription<Weighed>] = [:]
    private var received: [Int: Recorded<Weighed>] = [:]

    init(count: Int) {
      let delivery = StoreDelivery.immediate
      stores = (0..<count).map { _ in Store(initialState: Weighed(), delivery: delivery) }
    }

    /// The states that a subscriber has received; `nil` if the store has no subscriber.
    func takeReceived(by number: Int) -> [Weighed]? { received[number]?.take() }

    func perform(_ operation: Operation) {
      switch operation {
      case .write(let number, let value): stores[number].state.update { $0.own = value }
      case .writeTwo(let number, let first, let second):
        stores[number].state.update {
          $0.own = first
          $0.own = second
        }
      case .follow(let number, let lower):
        let store = stores[number]
        guard store.otherStoresSubscriptions[stores[lower].storeIdentifier] == nil else { return }
        store.subscribe(to: stores[lower]) { [weak store] state in
          store?.state.update { $0.inputs[lower] = state.value }
        }
      case .leave(let number, let lower): stores[number].unsubscribe(from: stores[lower])
      case .subscribe(let number):
        let log = Recorded<Weighed>()
        tokens[number] = stores[number].subscribe { log.append($0) }
        #expect(log.take() == [stores[number].state])
        received[number] = log
      case .unsubscribe(let number):
        tokens[number] = nil
        received[number] = nil
      }
    }
  }

  @Test(arguments: 0..<200)
  func randomGraphsAgreeWithPlainValues(seed: UInt64) {
    var generator = Generator(seed: seed)
    let count = 2 + generator.next(8)
    let run = Run(count: count)
    var plain = Plain(
      states: Array(repeating: Weighed(), count: count),
      followed: Array(repeating: [], count: count)
    )
    for step in 0..<60 {
      let operation = generator.operation(of: count)
      let before = plain.states
      switch operation {
      case .write(let number, let value), .writeTwo(let number, _, let value):
        plain.states[number].own = value
      case .follow(let number, let lower): plain.followed[number].insert(lower)
      case .leave(let number, let lower): plain.followed[number].remove(lower)
      case .subscribe, .unsubscribe: break
      }
      plain.settle()
      run.perform(operation)
      let states = run.stores.map(\.state)
      #expect(states == plain.states, "step \(step): \(operation)")
      for number in 0..<count {
        guard let received = run.takeReceived(by: number) else { continue }
        let expected = before[number] == plain.states[number] ? [] : [plain.states[number]]
        #expect(received == expected, "step \(step): \(operation), subscriber of \(number)")
      }
      guard states == plain.states else { return }
    }
  }
  @Test(arguments: 0..<60)
  func writesOfSeveralThreadsEndInThePlainValues(seed: UInt64) {
    var generator = Generator(seed: seed)
    let count = 4 + generator.next(6)
    let run = Run(count: count)
    var plain = Plain(
      states: Array(repeating: Weighed(), count: count),
      followed: Array(repeating: [], count: count)
    )
    for _ in 0..<20 {
      guard case .follow(let number, let lower) = generator.operation(of: count) else { continue }
      plain.followed[number].insert(lower)
      run.perform(.follow(number, lower: lower))
    }
    // Each store is written by one thread.
    let writes = (0..<4).map { thread in
      (0..<50).map { _ in (store: generator.next((count + 3) / 4) * 4 + thread, generator.next(50))
      }
      .filter { $0.store < count }
    }
    for (store, value) in writes.joined() { plain.states[store].own = value }
    plain.settle()
    let stores = run.stores
    let subscribers = (0..<count).map { _ in Recorded<Weighed>() }
    let tokens = zip(stores, subscribers).map { store, log in store.subscribe { log.append($0) } }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for (store, value) in writes[thread] { stores[store].state.update { $0.own = value } }
    }
    // A thread that was handed the delivery may still be at it.
    for _ in 0..<100_000 {
      if subscribers.map(\.elements.last) == plain.states { break }
      sched_yield()
    }
    #expect(stores.map(\.state) == plain.states)
    #expect(subscribers.map(\.elements.last) == plain.states)
    withExtendedLifetime(tokens) {}
  }
}
