import Strata
import StrataModelsTesting
import StrataTesting

@Sendable func budgetsOfNotifications() async throws {
  try await withTestScope(exhaustivity: .off) {
    let board = Board().withAnchor()
    board.restore()
    await expect(notifications: 1, of: board.sum) {
      board.node.transaction {
        board.counters[0].count = 1
        board.counters[1].count = 2
      }
    }
  }
}
