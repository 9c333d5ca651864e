import CMachine
import Measuring
import StrataSources

/// A model with an action, as a program would write it.
private struct Counter: Sendable {
  var count: Int
  var title: String
  var increment: Action<Void>
}

// SAFETY: what it adds is read once, for the initial model.
private final class CounterSource: SourceOf<Counter>, @unchecked Sendable {
  @Action(CounterSource.increment) private var incrementAction
  lazy var initialModel = Counter(count: 0, title: "count", increment: incrementAction)

  private func increment() { model.count += 1 }

  func add() { model.count += 1 }

  func set(_ number: Int) {
    model = Counter(count: number, title: "count", increment: .doNothing)
  }
}

// SAFETY: adds a constant.
private final class NumberSource: SourceOf<Int>, @unchecked Sendable {
  let initialModel = 0

  func set(_ number: Int) { model = number }
  func add() { model += 1 }
}

/// The rows of sources.
enum SourceRows {
  static var all: [Workload] {
    [
      read, readModel, setUnobserved, setNumber, setModel, addNumber, changeInPlace, action, mapped,
      fanOut(100),
    ]
  }

  /// Counts its calls.
  // SAFETY: only the main thread uses it.
  private final class Listener: @unchecked Sendable {
    private(set) var number = 0
    func take(_ model: Int) { number &+= 1 }
    func take(_ model: Counter) { number &+= 1 }
  }

  private static var read: Workload {
    Workload("source: read a number", budget: 2.2) {
      let owner = NumberSource()
      let source = owner.eraseToSource()
      return Prepared(isRight: source.model == 0) { count in
        var sum = 0
        for _ in 0..<count { sum &+= source.model }
        keep(sum)
      }
    }
  }

  /// An action refers to its method and its source, and copying the model counts both.
  private static var readModel: Workload {
    Workload("source: read a model with an action") {
      let owner = CounterSource()
      let source = owner.eraseToSource()
      return Prepared(isRight: source.model.count == 0) { count in
        var sum = 0
        for _ in 0..<count { sum &+= source.model.count }
        keep(sum)
      }
    }
  }

  private static var setUnobserved: Workload {
    Workload("source: set a number, nobody subscribed", budget: 5, count: 100_000) {
      let owner = NumberSource()
      owner.set(3)
      return Prepared(isRight: owner.model == 3) { count in
        for number in 0..<count { owner.set(number) }
      }
    }
  }

  private static var setNumber: Workload {
    Workload("source: set a number to delivered model", budget: 5, count: 100_000) {
      let owner = NumberSource()
      let listener = Listener()
      owner.eraseToSource().subscribe(listener, method: Listener.take)
      owner.set(3)
      return Prepared(isRight: listener.number == 2) { count in
        for number in 0..<count { owner.set(number) }
        withExtendedLifetime(listener) {}
      }
    }
  }

  private static var setModel: Workload {
    Workload("source: set a model to delivered model", budget: 5, count: 50_000) {
      let owner = CounterSource()
      let listener = Listener()
      owner.eraseToSource().subscribe(listener, method: Listener.take)
      owner.set(3)
      return Prepared(isRight: listener.number == 2 && owner.model.count == 3) { count in
        for number in 0..<count { owner.set(number) }
        withExtendedLifetime(listener) {}
      }
    }
  }

  private static var addNumber: Workload {
    Workload("source: change a number in place to delivered", budget: 5, count: 100_000) {
      let owner = NumberSource()
      let listener = Listener()
      owner.eraseToSource().subscribe(listener, method: Listener.take)
      owner.add()
      return Prepared(isRight: listener.number == 2 && owner.model == 1) { count in
        for _ in 0..<count { owner.add() }
        withExtendedLifetime(listener) {}
      }
    }
  }

  private static var changeInPlace: Workload {
    Workload("source: change a model in place to delivered", budget: 5, count: 50_000) {
      let owner = CounterSource()
      let listener = Listener()
      owner.eraseToSource().subscribe(listener, method: Listener.take)
      owner.add()
      return Prepared(isRight: listener.number == 2 && owner.model.count == 1) { count in
        for _ in 0..<count { owner.add() }
        withExtendedLifetime(listener) {}
      }
    }
  }

  private static var action: Workload {
    Workload("source: execute an action to delivered model", count: 20_000) {
      let owner = CounterSource()
      let listener = Listener()
      let source = owner.eraseToSource()
      source.subscribe(listener, method: Listener.take)
      source.model.increment()
      return Prepared(isRight: listener.number == 2 && source.model.count == 1) { count in
        for _ in 0..<count { source.model.increment() }
        withExtendedLifetime(listener) {}
      }
    }
  }

  private static var mapped: Workload {
    Workload("source: through an operator to its subscriber", count: 50_000) {
      let owner = NumberSource()
      let listener = Listener()
      let doubled = owner.eraseToSource().map { $0 * 2 }
      doubled.subscribe(listener, method: Listener.take)
      owner.set(3)
      return Prepared(isRight: listener.number == 2 && doubled.model == 6) { count in
        for number in 0..<count { owner.set(number) }
        withExtendedLifetime((doubled, listener)) {}
      }
    }
  }

  private static func fanOut(_ size: Int) -> Workload {
    Workload(
      "source: fan-out to \(size) subscribers, each",
      budget: 1,
      count: 10_000,
      divisor: Double(size)
    ) {
      let owner = NumberSource()
      let listeners = (0..<size).map { _ in Listener() }
      for listener in listeners {
        owner.eraseToSource().subscribe(listener, method: Listener.take)
      }
      owner.set(3)
      return Prepared(isRight: listeners.allSatisfy { $0.number == 2 }) { count in
        for number in 0..<count { owner.set(number) }
        withExtendedLifetime(listeners) {}
      }
    }
  }
}
