import Strata
import StrataModelsTesting
import StrataTesting
import Testing

@Test(.modelTesting(exhaustivity: .full.adding(.transitions))) func counts() async {
  let model = CounterModel(count: 2).withAnchor()
  model.increment()
  model.increment()
  await expect(model.count == 3)
  await expect(model.count == 4)
}

@Suite(.simulated(exhaustivity: [.state, .events])) struct BoardTests {
  @Test func restores() async {
    let board = Board().withAnchor()
    await withExhaustivity(.off) { board.restore() }
    let part = board.counters[0].modelNode.context
    TestScope.current?.setExhaustivity(.off, below: part)
    board.counters[0].count = 7
  }
}

@Sendable func exhaustiveTests() async throws {
  try await withTestScope(exhaustivity: .full.adding(.transitions)) { await counts() }
  try await withTestScope(exhaustivity: [.state, .events]) { await BoardTests().restores() }
}
