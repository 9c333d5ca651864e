import Strata

@Model struct Counter {
  var count = 0
}

@Model struct Board {
  var counters = [Counter(), Counter()]
  var sum: Int { node.memoize { counters.reduce(0) { $0 + $1.count } } }
  func onActivate() { node.onChange(of: sum, initial: false) { print("sum: \($0) to \($1)") } }
}

let board = Board().withAnchor()
await Task.detached { board.counters[0].count += 1 }.value  // from any thread
board.node.transaction {  // others see all of it, or nothing
  for counter in board.counters { counter.count += 10 }
}
