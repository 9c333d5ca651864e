import Strata

@Model struct Counter {
  var count = 0
  func increment() { count += 1 }
}

@Model struct Board {
  var counters: [Counter] = []
  var sum: Int { counters.reduce(0) { $0 + $1.count } }
  func onActivate() { counters.append(Counter()) }
}

let board = Board().withAnchor()
board.counters[0].increment()  // from any thread
print(board.sum)  // 1
