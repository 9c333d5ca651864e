import StrataConcurrency
import Testing

@Suite struct RoundQueueTests {
  private func next(_ queue: inout RoundQueue<String>, limit: Int = 100) -> String {
    switch queue.next(limit: limit) {
    case .deliver(let round): round
    case .breakCycle(let round): "cycle: \(round)"
    case .done: "done"
    }
  }

  @Test func deliversInTheOrderOfTheCommits() {
    var queue = RoundQueue<String>()
    _ = queue.enqueue("a", isReady: true, isCaused: false)
    _ = queue.enqueue("b", isReady: true, isCaused: false)
    let begins1 = queue.beginDelivering()
    #expect(begins1)
    let got2 = [next(&queue), next(&queue), next(&queue)]
    #expect(got2 == ["a", "b", "done"])
    #expect(queue.isIdle)
  }

  @Test func withoutARoundNoThreadDelivers() {
    var queue = RoundQueue<String>()
    let begins = queue.beginDelivering()
    #expect(!begins)
    #expect(queue.isIdle)
  }

  @Test func hasOneDelivererAtATime() {
    var queue = RoundQueue<String>()
    _ = queue.enqueue("a", isReady: true, isCaused: false)
    let begins4 = queue.beginDelivering()
    #expect(begins4)
    _ = queue.enqueue("b", isReady: true, isCaused: false)
    let begins5 = queue.beginDelivering()
    #expect(!begins5)
    let got6 = [next(&queue), next(&queue), next(&queue)]
    #expect(got6 == ["a", "b", "done"])
  }

  @Test func holdsBackWhatIsBehindARoundThatIsNotReady() {
    var queue = RoundQueue<String>()
    let ticket = queue.enqueue("a", isReady: false, isCaused: false)
    _ = queue.enqueue("b", isReady: true, isCaused: false)
    let begins7 = queue.beginDelivering()
    #expect(!begins7)
    queue.markReady(ticket)
    let begins8 = queue.beginDelivering()
    #expect(begins8)
    let got9 = [next(&queue), next(&queue), next(&queue)]
    #expect(got9 == ["a", "b", "done"])
  }

  @Test func givesTheRoleUpWhenTheNextRoundIsNotReady() {
    var queue = RoundQueue<String>()
    _ = queue.enqueue("a", isReady: true, isCaused: false)
    let ticket = queue.enqueue("b", isReady: false, isCaused: false)
    let begins10 = queue.beginDelivering()
    #expect(begins10)
    let got11 = [next(&queue), next(&queue)]
    #expect(got11 == ["a", "done"])
    #expect(!queue.isDelivering)
    queue.markReady(ticket)
    let begins13 = queue.beginDelivering()
    #expect(begins13)
    let got14 = next(&queue)
    #expect(got14 == "b")
  }

  @Test func breaksAChainOfRoundsThatCauseOneAnother() {
    var queue = RoundQueue<String>()
    _ = queue.enqueue("0", isReady: true, isCaused: false)
    let begins15 = queue.beginDelivering()
    #expect(begins15)
    var delivered: [String] = []
    for number in 1...4 {
      delivered.append(next(&queue, limit: 3))
      _ = queue.enqueue("\(number)", isReady: true, isCaused: true)
    }
    #expect(delivered == ["0", "1", "2", "cycle: 3"])
  }

  @Test func roundsOfOtherThreadsAreNoChain() {
    var queue = RoundQueue<String>()
    _ = queue.enqueue("0", isReady: true, isCaused: false)
    let begins17 = queue.beginDelivering()
    #expect(begins17)
    for number in 1...10 {
      let got18 = next(&queue, limit: 3)
      #expect(got18 == "\(number - 1)")
      _ = queue.enqueue("\(number)", isReady: true, isCaused: false)
    }
  }

  @Test func ticketsStayRightWhileSpentRoundsAreDropped() {
    var queue = RoundQueue<String>()
    var expected: [String] = []
    for number in 0..<200 {
      let ticket = queue.enqueue("\(number)", isReady: false, isCaused: false)
      queue.markReady(ticket)
      expected.append("\(number)")
    }
    let begins19 = queue.beginDelivering()
    #expect(begins19)
    var delivered: [String] = []
    for number in 200..<300 {
      delivered.append(next(&queue))
      queue.markReady(queue.enqueue("\(number)", isReady: false, isCaused: false))
      expected.append("\(number)")
    }
    for _ in 0..<200 { delivered.append(next(&queue)) }
    #expect(delivered == expected)
    let got21 = next(&queue)
    #expect(got21 == "done")
  }

  /// The owner of the queue has delivered a single change without the queue.
  @Test func whatIsQueuedWhileAThreadDeliversAloneIsCausedByThat() {
    var queue = RoundQueue<String>()
    _ = queue.enqueue("caused", isReady: true, isCaused: true)
    queue.resumeDelivering()
    #expect(queue.isDelivering)
    let begins = queue.beginDelivering()
    #expect(!begins)
    let isCausedBefore = queue.isDeliveringCaused
    let got = next(&queue)
    #expect(got == "caused")
    #expect([isCausedBefore, queue.isDeliveringCaused] == [false, true])
    let end = next(&queue)
    #expect(end == "done")
    #expect(!queue.isDelivering)
    #expect(!queue.isDeliveringCaused)
  }

  @Test func theRoleMayBeGivenUpWhileRoundsWait() {
    var queue = RoundQueue<String>()
    _ = queue.enqueue("a", isReady: true, isCaused: true)
    _ = queue.enqueue("b", isReady: true, isCaused: false)
    let begins = queue.beginDelivering()
    #expect(begins)
    let got = next(&queue)
    #expect(got == "a")
    queue.stopDelivering()
    #expect(!queue.isDelivering)
    #expect(!queue.isDeliveringCaused)
    #expect(queue.waitingCount == 1)
    let beginsAgain = queue.beginDelivering()
    #expect(beginsAgain)
    let rest = [next(&queue), next(&queue)]
    #expect(rest == ["b", "done"])
    #expect(queue.isIdle)
  }

  @Test func askingWithoutTheRoleTraps() async {
    await #expect(processExitsWith: .failure) {
      var queue = RoundQueue<Int>()
      _ = queue.next(limit: 1)
    }
  }
}
