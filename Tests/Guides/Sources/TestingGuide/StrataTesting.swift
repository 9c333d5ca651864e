import Strata
import StrataModelsTesting
import Testing

@Test(.simulated) func countsAndSums() async {
  let board = Board().withAnchor()
  board.addCounter()
  board.counters[0].increment()
  await expect {
    board.counters.count == 1
    board.counters[0].count == 1
    board.sum == 1
  }
}

func testCounts() async throws {
  try await withTestScope {
    let board = Board().withAnchor()
    board.addCounter()
    await expect { board.counters.count == 1 }
  }
}

@Sendable func strataTesting() async throws {
  try await withTestScope { await countsAndSums() }
  try await testCounts()
}
