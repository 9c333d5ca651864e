import StrataSources

struct CounterModel: Equatable, Sendable {
  var count: Int
  var increment: Action<Void>?
  var add: Action<Int>?
}

// SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
/// Offers `increment` always, and `add` only below three.
final class CounterSource: SourceOf<CounterModel>, @unchecked Sendable {
  @Action(CounterSource.increment) private var incrementAction
  @Action(CounterSource.add) private var addAction
  @Threadsafe var evaluations = 0
  @Threadsafe var calls: [String] = []

  var initialModel: CounterModel {
    evaluations += 1
    return make(0)
  }

  private func make(_ count: Int) -> CounterModel {
    CounterModel(count: count, increment: incrementAction, add: count < 3 ? addAction : nil)
  }

  private func increment() {
    calls.append("increment")
    model = make(model.count + 1)
  }

  private func add(_ amount: Int) {
    calls.append("add \(amount)")
    model = make(model.count + amount)
  }

  func set(_ count: Int) { model = make(count) }

  /// Its actions, whether or not a model has them.
  var offered: (increment: Action<Void>, add: Action<Int>) { (incrementAction, addAction) }
}

// SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
/// Has one value that a test sets.
final class Plain<Value: Sendable>: SourceOf<Value>, @unchecked Sendable {
  let initialModel: Value
  init(_ value: Value) {
    initialModel = value
    super.init()
  }
}
