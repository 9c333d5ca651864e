import StrataTesting
import StrataUpdates
import StrataUpdatesTesting
import Testing

@Test(.simulated()) func loads() async {
  let store = TestStore(
    update: AppState.update,
    state: AppState(),
    environment: AppEnvironment(load: { 42 })
  )
  await store.send(.load) { $0.isLoading = true }
  await store.receive(.loaded(42)) {
    $0.isLoading = false
    $0.number = 42
  }
}

@Sendable func testing() async throws {
  let update = AppState.update(state: AppState(), action: .increment, environment: AppEnvironment())
  #expect(update.state.count == 1)
  try await withTestScope { await loads() }
}
