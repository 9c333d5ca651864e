import Strata

/// The model that the articles test beside the counter of the first one.
@Model struct Board {
  var counters: [CounterModel] = []

  var sum: Int { counters.reduce(0) { $0 + $1.count } }

  func addCounter() { counters.append(CounterModel()) }

  func restore() { counters = [CounterModel(count: 3), CounterModel(count: 4)] }
}

extension CounterModel {
  func increment() { count += 1 }

  func factButtonTapped() { onFact(count, "\(count) is a good number.") }
}
