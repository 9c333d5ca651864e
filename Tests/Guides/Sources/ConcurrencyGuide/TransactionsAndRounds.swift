import ArticleOutput
import StrataConcurrency

func enterTwice() {
  var machine = TransactionMachine()
  let thread = ThreadIdentity.current
  let other = ThreadIdentity(rawValue: thread.rawValue + 1)

  print(machine.enter(thread))  // outermost
  print(machine.enter(thread))  // nested
  print(machine.enter(other) == .wait(for: thread))  // true
  print(machine.leave(thread))  // false
  print(machine.leave(thread))  // true
}

func deliverRounds() {
  var rounds = RoundQueue<String>()
  _ = rounds.enqueue("first", isReady: true, isCaused: false)
  guard rounds.beginDelivering() else { return }
  while true {
    switch rounds.next(limit: 3) {
    case .deliver(let round):
      print("delivering", round)
      _ = rounds.enqueue("caused", isReady: true, isCaused: true)
    case .breakCycle(let round):
      print("cycle at", round)
    case .done:
      return
    }
  }
}

@Sendable func transactionsAndRounds() async throws {
  enterTwice()
  deliverRounds()
}
