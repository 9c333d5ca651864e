import Strata

extension LocalKeys {
  fileprivate var isExpanded: LocalStorage<Bool> { .init(defaultValue: false) }
}

extension EnvironmentKeys {
  var language: EnvironmentStorage<String> { .init(defaultValue: "en") }
}

extension PreferenceKeys {
  var pageCount: PreferenceStorage<Int> { .init(defaultValue: 0) { $0 += $1 } }
}

/// A model that serves all others as a dependency.
@Model struct Checkout {
  var loans: [String] = []
  func lend(_ title: String) { loans.append(title) }
}

extension Checkout: DependencyKey {
  static let liveValue = Checkout()
  static let testValue = Checkout()
}

extension DependencyValues {
  var checkout: Checkout {
    get { self[Checkout.self] }
    set { self[Checkout.self] = newValue }
  }
}

@Model struct Book {
  let title: String
  var pages: Int
  @ModelDependency private var checkout: Checkout

  var isExpanded: Bool {
    get { node.local.isExpanded }
    nonmutating set { node.local.isExpanded = newValue }
  }

  var language: String { node.environment.language }

  func onActivate() { node.preference.pageCount = pages }

  func lend() { checkout.lend(title) }
}

@Model struct Shelf {
  var books: [Book] = []
  var featured: Book?

  var pageCount: Int { node.preference.pageCount }
  var titles: [String] { node.mapHierarchy(for: .descendants) { ($0 as? Book)?.title } }
  var loans: [String] { node.checkout.loans }
}
