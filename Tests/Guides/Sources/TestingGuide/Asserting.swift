import Strata
import StrataModelsTesting
import StrataTesting

@Sendable func asserting() async throws {
  try await withTestScope {
    let model = CounterModel(count: 2).withAnchor()
    model.load()  // a request that takes a second
    await expect(model.isLoading)  // time has not moved
    await expect {  // time moves on by a second
      model.isLoading == false
      model.fact == "2 is a good number."
    }
  }
  try await withTestScope {
    let onFact = TestProbe("onFact")
    let model = CounterModel(count: 2, onFact: onFact.call).withAnchor()
    model.factButtonTapped()
    await expect {
      onFact.wasCalled(with: 2, "2 is a good number.")
    }
  }
}
