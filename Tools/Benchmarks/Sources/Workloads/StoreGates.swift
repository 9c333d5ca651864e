import Measuring
import StrataSources
import StrataStores
import StrataUpdates

/// The promises of stores and sources about work that can be counted.
enum StoreGates {
  static var all: [Gate] {
    [
      Gate("domain store, one subscriber: allocations", .allocations(atMost: 0)) {
        domainStore($0)
      },
      Gate("domain store, N subscribers: each", .slope(atMost: 35), sizes: [10, 100]) {
        domainStore($0)
      },
      Gate("domain store, N subscribers: notifications", .exactly(1)) { domainStore($0) },
      Gate("update store, one observer: allocations", .allocations(atMost: 0)) { _ in updateStore()
      },
      Gate("domain store, one subscriber: instructions", .instructions(atMost: 460)) {
        domainStore($0)
      },
      // 4 % of it records the delivering thread and what it has served, so that the queue stays bounded.
      Gate("domain store, through a store: instructions", .instructions(atMost: 10_500)) { _ in
        chainOfStores(1)
      },
      // 6,281; 250 of them go through a round with derived values beside the changes.
      Gate("domain store, through N stores: each", .slope(atMost: 7_000), sizes: [1, 10]) {
        chainOfStores($0)
      },
      Gate("update store, one observer: instructions", .instructions(atMost: 790)) { _ in
        updateStore()
      },
      Gate("update store, N observers: each", .slope(atMost: 150), sizes: [10, 100]) {
        updateStore($0)
      },
      Gate("source, one subscriber: instructions", .instructions(atMost: 640)) { source($0) },
      Gate("source, N subscribers: each", .slope(atMost: 175), sizes: [10, 100]) { source($0) },
      Gate("source, changed in place: allocations", .allocations(atMost: 0)) { changedSource($0) },
      Gate("source, changed in place: instructions", .instructions(atMost: 850)) {
        changedSource($0)
      },
      Gate("source, an action executed: allocations", .allocations(atMost: 0)) { _ in
        actionSource()
      },
      Gate("source, an action executed: instructions", .instructions(atMost: 2_000)) { _ in
        actionSource()
      },
      Gate("source, one subscriber: allocations", .allocations(atMost: 0)) { source($0) },
      Gate("source, N subscribers: notifications", .exactly(1)) { source($0) },
    ]
  }

  private struct Count: StateContainer {
    enum State: EnumState { case counting(Int) }
    var current = State.counting(0)
  }

  private static func domainStore(_ subscribers: Int) -> Gate.Operation {
    let store = StrataStores.Store(initialState: Count(), delivery: .immediate)
    let seen = Tally()
    let tokens = (0..<subscribers).map { _ in store.subscribe { _ in seen.add() } }
    let first = seen.number
    var number = 0
    let tally = { seen.number - first }
    return Gate.Operation(tally: tally) { count in
      for _ in 0..<count {
        number += 1
        store.state.current = .counting(number)
      }
      withExtendedLifetime(tokens) {}
    }
  }

  /// A store at the end of a chain of others; each follows the previous one.
  private static func chainOfStores(_ followers: Int) -> Gate.Operation {
    let delivery = StoreDelivery.immediate
    let stores = (0...followers).map { _ in Following(delivery) }
    for (lower, upper) in zip(stores, stores.dropFirst()) { upper.follow(lower) }
    let seen = Tally()
    let token = stores[followers].subscribe { _ in seen.add() }
    var number = 0
    return Gate.Operation { count in
      for _ in 0..<count {
        number += 1
        stores[0].state.current = .counting(number)
      }
      withExtendedLifetime(token) {}
    }
  }

  // SAFETY: adds nothing.
  private final class Following: StrataStores.Store<Count>, @unchecked Sendable {
    init(_ delivery: StoreDelivery) { super.init(initialState: Count(), delivery: delivery) }

    func follow(_ other: Following) {
      subscribe(to: other) { [weak self] in self?.state = $0 }
    }
  }

  private static func updateStore(_ observers: Int = 1) -> Gate.Operation {
    let store = StrataUpdates.Store(
      update: { (state: Int, action: Int, _: Void) in Update<Int, Int>(state: state + action) },
      state: 0,
      environment: ()
    )
    let seen = Tally()
    let tokens = (0..<observers).map { _ in store.observe { _ in seen.add() } }
    return Gate.Operation { count in
      for _ in 0..<count { store.send(1) }
      withExtendedLifetime(tokens) {}
    }
  }

  // SAFETY: adds a constant.
  private final class Number: SourceOf<Int>, @unchecked Sendable {
    let initialModel = 0
  }

  // SAFETY: only the thread of its gate uses it.
  private final class Listener: @unchecked Sendable {
    private(set) var number = 0
    func take(_ model: Int) { number &+= 1 }
  }

  private static func source(_ subscribers: Int) -> Gate.Operation {
    let owner = Number()
    let source = owner.eraseToSource()
    let listeners = (0..<subscribers).map { _ in Listener() }
    for listener in listeners { source.subscribe(listener, method: Listener.take) }
    var number = 0
    // The first model was delivered to each at its subscription.
    let tally = { listeners.reduce(-subscribers) { $0 + $1.number } }
    return Gate.Operation(tally: tally) { count in
      for _ in 0..<count {
        number += 1
        owner.model = number
      }
      withExtendedLifetime(listeners) {}
    }
  }

  /// A model that offers one action.
  private struct Offering: Sendable {
    var number = 0
    let add: Action<Void>
  }

  // SAFETY: adds an action and the first model, which is read once.
  private final class Offerings: SourceOf<Offering>, @unchecked Sendable {
    @Action(Offerings.add) private var addAction
    var initialModel: Offering { Offering(add: addAction) }
    private func add() { model.number &+= 1 }
  }

  /// A source whose model changes with each execution of its action.
  private static func actionSource() -> Gate.Operation {
    let source = Offerings().eraseToSource()
    return Gate.Operation { count in
      for _ in 0..<count { source.model.add() }
    }
  }

  // SAFETY: adds a constant.
  private final class Numbers: SourceOf<[Int]>, @unchecked Sendable {
    let initialModel = [0, 0]
  }

  // SAFETY: only the thread of its gate uses it.
  private final class ArrayListener: @unchecked Sendable {
    private(set) var number = 0
    func take(_ model: [Int]) { number &+= 1 }
  }

  /// A source of a collection, which is changed in place without a copy.
  private static func changedSource(_ subscribers: Int) -> Gate.Operation {
    let owner = Numbers()
    let source = owner.eraseToSource()
    let listeners = (0..<subscribers).map { _ in ArrayListener() }
    for listener in listeners { source.subscribe(listener, method: ArrayListener.take) }
    return Gate.Operation { count in
      for _ in 0..<count { owner.model[0] &+= 1 }
      withExtendedLifetime(listeners) {}
    }
  }
}
