import Strata
import StrataConcurrency
import StrataModelsTesting
import StrataTesting
import Testing

@Test(.simulated()) func takesASecond() async throws {
  let clock = try #require(TestScope.current).executor.clock
  let model = CounterModel(count: 2).withAnchor()
  model.load()
  await expect(model.isLoading)
  let start = clock.now
  await expect {
    model.fact == "2 is a good number."
    model.isLoading == false
  }
  #expect(start.duration(to: clock.now) == .seconds(1))
}

@Sendable func simulatedOrderOfTests() async throws {
  try await withTestScope { try await takesASecond() }
}
