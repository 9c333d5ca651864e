import StrataStores

// The service that the document's store uses and does not show.

struct SomeData: Equatable, Sendable {
  var text: String
}

final class SomeDataService: Sendable {
  static let shared = SomeDataService(.success(SomeData(text: "some data")))

  private let result: Result<SomeData, EquatableError>

  init(_ result: Result<SomeData, EquatableError>) {
    self.result = result
  }

  func fetchSomeData(_ completion: @escaping @Sendable (Result<SomeData, EquatableError>) -> Void) {
    completion(result)
  }
}
