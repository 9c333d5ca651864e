import ArticleOutput
import StrataStores
import StrataTesting
import Testing

func namesShown(for fetch: @escaping @Sendable () throws -> String) -> [String] {
  Settings.withDelivery(.immediate) {
    let store = ProfileStore(fetchName: fetch)
    store.load()
    return [store.state.title]
  }
}

struct Offline: Error {}

@Test(.simulated()) func greets() async {
  let store = ProfileStore { "Ada" }
  store.load()
  await expect(store.state.current == .main(name: "Ada"))
}

@Sendable func testsAndTemplates() async throws {
  try await withTestScope { await greets() }
  print(namesShown { "Ada" })  // ["Hello, Ada"]
  print(namesShown { throw Offline() })  // ["Sorry"]
}
