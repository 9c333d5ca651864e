import StrataConcurrency
import StrataModels

/// Writes down letters; a plain value as a dependency.
struct Letters: Sendable {
  var add: @Sendable (String) -> Void
}

extension Letters: DependencyKey {
  static let liveValue = Letters { _ in }
  static let testValue = Letters { _ in }
}

/// A model as a dependency that has state to write.
struct Diary: Model {
  enum Event: Equatable { case written }

  static let modelLayout = ModelLayout<Diary>("Diary") { $0.slot("lines", \.lines) }
  var modelNode = ModelNode<Diary>()
  let tag: String
  let log: Log?

  var lines: [String] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(_ tag: String = "", log: Log? = nil) {
    self.tag = tag
    self.log = log
    modelNode.initialize(0, to: [String]())
  }

  func onActivate() {
    log?.add("D\(tag)")
    node.onCancel { [log, tag] in log?.add("d\(tag)") }
  }
}

extension Diary: DependencyKey {
  static let liveValue = Diary("live")
  static let testValue = Diary("test")
}

/// A model that does what it is given when it is activated.
struct Player: Model {
  enum Event: Equatable { case goal }

  static let modelLayout = ModelLayout<Player>("Player") {
    $0.slot("score", \.score)
    $0.slot("kid", \.kid)
    $0.slot("kids", \.kids)
  }
  var modelNode = ModelNode<Player>()
  let start: @Sendable (Player) -> Void

  var score: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var kid: Player? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var kids: [Player] {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }

  init(
    kid: Player? = nil,
    kids: [Player] = [],
    start: @escaping @Sendable (Player) -> Void = { _ in }
  ) {
    self.start = start
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: kid)
    modelNode.initialize(2, to: kids)
  }

  func onActivate() { start(self) }
}
