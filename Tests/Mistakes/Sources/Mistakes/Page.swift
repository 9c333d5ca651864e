import StrataConcurrency
public import StrataDependencies
public import StrataModels

/// A model with one of everything that a test can forget.
public struct Page: Model {
  /// The properties.
  public static let modelLayout = ModelLayout<Page>("Page") {
    $0.slot("count", \.count)
    $0.slot("rows", \.rows)
    $0.slot("helper", \.helper)
    $0.slot("hasWoken", \.hasWoken)
  }
  /// The events of the page.
  public enum Event: Equatable, Sendable {
    /// Its only event.
    case turned
  }

  public var modelNode = ModelNode<Page>()
  /// Called by the mistake of a probe.
  public let onTurn: @Sendable (Int) -> Void

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var rows: [Row] {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var helper: Row? {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }
  var hasWoken: Bool {
    get { modelNode[3] }
    nonmutating set { modelNode[3] = newValue }
  }

  init(onTurn: @escaping @Sendable (Int) -> Void) {
    self.onTurn = onTurn
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: [Row()])
    modelNode.initialize(2, to: nil as Row?)
    modelNode.initialize(3, to: false)
  }
}

/// A part of a page, which calls closures at its activation and its end.
public struct Row: Model {
  /// No properties.
  public static let modelLayout = ModelLayout<Row>("Row") { _ in }

  public var modelNode = ModelNode<Row>()
  let onBegin: @Sendable () -> Void
  let onEnd: @Sendable () -> Void

  init(onBegin: @escaping @Sendable () -> Void = {}, onEnd: @escaping @Sendable () -> Void = {}) {
    self.onBegin = onBegin
    self.onEnd = onEnd
  }

  /// Calls the closure for the beginning.
  public func onActivate() {
    onBegin()
    node.onCancel { onEnd() }
  }
}

/// A service that a test has to override.
public struct Printer: DependencyKey, Sendable {
  /// Prints.
  public let print: @Sendable () -> Void

  /// Prints nothing, which no test asks for.
  public static let liveValue = Printer(print: {})
}
