import Strata
import StrataModelsTesting
import StrataTesting
import Testing

@Model struct CounterModel {
  var count = 0
  private(set) var fact: String?
  private(set) var isLoading = false
  var onFact: @Sendable (Int, String) -> Void = { _, _ in }

  func load() {
    isLoading = true
    node.task("load") {
      try await node.continuousClock.sleep(for: .seconds(1))
      fact = "\(count) is a good number."
      isLoading = false
    } catch: { _ in
    }
  }
}

@Test(.simulated()) func loadsAFact() async {
  let model = CounterModel(count: 2).withAnchor()
  model.load()
  await expect(model.isLoading)
  await expect {
    model.fact == "2 is a good number."
    model.isLoading == false
  }
}

@Sendable func gettingStarted() async throws {
  try await withTestScope { await loadsAFact() }
}
