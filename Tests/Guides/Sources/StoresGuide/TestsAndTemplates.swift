import ArticleOutput
import StrataStores

func namesShown(for fetch: @escaping @Sendable () throws -> String) -> [String] {
  Settings.withDelivery(.immediate) {
    let store = ProfileStore(fetchName: fetch)
    store.load()
    return [store.state.title]
  }
}

struct Offline: Error {}

@Sendable func testsAndTemplates() async throws {
  print(namesShown { "Ada" })  // ["Hello, Ada"]
  print(namesShown { throw Offline() })  // ["Sorry"]
}
