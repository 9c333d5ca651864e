import Strata

@Model struct Counter {
  var count = 0
}

@Model struct Board {
  var counters = [Counter(), Counter()]
  var sum: Int { node.memoize { counters.reduce(0) { $0 + $1.count } } }
}

let board = Board().withAnchor()
board.node.onChange(of: board.sum, initial: false) { old, new in
  print("sum: \(old) to \(new)")
}
await Task.detached { board.counters[0].count += 1 }.value  // from any thread
board.node.transaction {  // others see all of it, or nothing
  for counter in board.counters { counter.count += 10 }
}
