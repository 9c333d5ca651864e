import ArticleOutput
import Strata

struct Courier: DependencyKey {
  var name: String
  static let liveValue = Courier(name: "post")
}

extension DependencyValues {
  var courier: Courier {
    get { self[Courier.self] }
    set { self[Courier.self] = newValue }
  }
}

@Model struct Parcel {
  @ModelDependency var courier: Courier
  var label: String { "by \(courier.name)" }
}

@Model struct Depot {
  var first = Parcel()
  var second = Parcel().withDependencies { $0.courier = Courier(name: "drone") }
}

@Sendable func dependenciesOfModels() async throws {
  let depot = Depot().withAnchor { $0.courier = Courier(name: "van") }
  print(depot.first.label)  // by van
  print(depot.second.label)  // by drone
}
