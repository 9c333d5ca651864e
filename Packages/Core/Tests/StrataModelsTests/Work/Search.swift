import StrataModels

/// A model whose work a test gives it, to be begun at its activation.
struct Search: Model {
  enum Event: Equatable { case began, ended }

  static let modelLayout = ModelLayout<Search>("Search") {
    $0.slot("query", \.query)
    $0.slot("limit", \.limit)
    $0.slot("results", \.results)
    $0.slot("rows", \.rows)
  }
  var modelNode = ModelNode<Search>()
  let begin: @Sendable (Search) -> Void

  var query: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var limit: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var results: [String] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var rows: [Search] {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
    nonmutating _modify { yield &modelNode[3] }
  }

  init(_ query: String = "", begin: @escaping @Sendable (Search) -> Void = { _ in }) {
    self.begin = begin
    modelNode.initialize(0, to: query)
    modelNode.initialize(1, to: 10)
    modelNode.initialize(2, to: [String]())
    modelNode.initialize(3, to: [Search]())
  }

  func onActivate() { begin(self) }
}

/// Waits until it is cancelled.
func untilCancelled() async {
  for await _ in AsyncStream<Void>.makeStream().stream {}
}

extension Log {
  /// Waits until there are so many entries.
  func count(_ count: Int) async {
    while entries.count < count { await Task.yield() }
  }
}
