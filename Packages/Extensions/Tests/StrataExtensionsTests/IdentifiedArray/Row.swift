import StrataExtensions

struct Row: Identifiable, Hashable, Codable, Sendable {
  var id: Int
  var title: String

  init(_ id: Int, _ title: String = "") {
    self.id = id
    self.title = title
  }
}

/// A row that is found by an id its type computes.
struct Named: Identifiable, Equatable {
  var name: String
  var id: String { name.lowercased() }
}

func rows(_ ids: some Sequence<Int>) -> IdentifiedArrayOf<Row> {
  IdentifiedArray(uniqueElements: ids.map { Row($0) })
}
