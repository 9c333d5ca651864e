import ArticleOutput
import StrataConcurrency
import StrataSources

struct CounterModel {
  private(set) var count: Int
  let increment: Action<Void>
  private(set) var reset: Action<Void>?

  mutating func add(_ amount: Int, reset: Action<Void>) {
    count += amount
    self.reset = count > 0 ? reset : nil
  }
}

// SAFETY: adds no state of its own but actions and the first model, which the base class guards.
final class CounterSource: SourceOf<CounterModel>, @unchecked Sendable {
  @Action(CounterSource.increment) private var incrementAction
  @Action(CounterSource.reset) private var resetAction
  lazy var initialModel = CounterModel(count: 0, increment: incrementAction)

  private func increment() { model.add(1, reset: resetAction) }
  private func reset() { model = CounterModel(count: 0, increment: incrementAction) }
}

@Sendable func gettingStarted() {
  final class CounterLine: Renderer {
    @Source var model: CounterModel
    init(source: Source<CounterModel>) { _model = source }
    func render() { print("count: \(model.count)") }
  }

  let source = CounterSource().eraseToSource()
  let line = CounterLine(source: source)
  RenderDelivery.with(.immediate) { line.render() }
  line.model.increment()
  line.model.reset?()

  let numbers = MutableSource(2)
  let even = EvenSource(numbers.eraseToSource().nonmutating()).eraseToSource()
  precondition(even.model == 2)
  numbers.model.set(3)
  precondition(even.model == 2)
  numbers.model.set(4)
  precondition(even.model == 4)
}

// SAFETY: adds no state of its own.
final class EvenSource: SourceOf<Int>, @unchecked Sendable {
  @Source private var input: Int
  var initialModel: Int { input }
  init(_ input: Source<Int>) {
    _input = input
    super.init()
    input.subscribe(self, method: EvenSource.take)
  }
  private func take(_ value: Int) { if value.isMultiple(of: 2) { model = value } }
}
