import StrataTesting
import StrataUpdates
import StrataUpdatesTesting
import Testing

@Test(.simulated()) func searches() async {
  let store = TestStore(
    update: Search.update,
    state: Search(),
    environment: SearchEnvironment(find: { ["\($0)!"] })
  )
  await store.send(.type("a")) { $0.text = "a" }
  await store.receive(.found(["a!"])) { $0.results = ["a!"] }
}

@Sendable func strataUpdatesTesting() async throws {
  try await withTestScope { await searches() }
}
