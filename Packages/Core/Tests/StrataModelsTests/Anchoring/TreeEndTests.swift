import StrataConcurrency
import StrataModels
import Testing

extension LocalKeys {
  fileprivate var hub: LocalStorage<Hub?> { .init(defaultValue: nil) }
  fileprivate var hubs: LocalStorage<[Hub]> { .init(defaultValue: []) }
  fileprivate var work: LocalStorage<(@Sendable () -> Void)?> { .init(defaultValue: nil) }
  fileprivate var box: LocalStorage<Box?> { .init(defaultValue: nil) }
}

extension EnvironmentKeys {
  fileprivate var hub: EnvironmentStorage<Hub?> { .init(defaultValue: nil) }
  fileprivate var box: EnvironmentStorage<Box?> { .init(defaultValue: nil) }
}

extension PreferenceKeys {
  fileprivate var hubs: PreferenceStorage<[Hub]> { .init(defaultValue: []) { $0 += $1 } }
}

/// Retains a model where no tree looks for one.
private final class Box: Sendable {
  let hub: Hub
  init(_ hub: Hub) { self.hub = hub }
}

/// A model whose values are counted, and which begins the work that a test gives it.
private struct Hub: Model {
  static let modelLayout = ModelLayout<Hub>("Hub") {
    $0.slot("count", \.count)
    $0.slot("child", \.child)
    $0.slot("callback", \.callback)
  }
  var modelNode = ModelNode<Hub>()
  let member: Census.Member
  let begin: @Sendable (Hub) -> Void

  var count: Int {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var child: Hub? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var callback: @Sendable () -> Void {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }
  var total: Int { node.memoize { count + (child?.count ?? 0) } }
  var whole: [Hub] { node.memoize(for: "whole") { [self] } }

  init(_ census: Census, child: Hub? = nil, begin: @escaping @Sendable (Hub) -> Void = { _ in }) {
    member = Census.Member(census)
    self.begin = begin
    modelNode.initialize(0, to: 0)
    modelNode.initialize(1, to: child)
    modelNode.initialize(2, to: {} as @Sendable () -> Void)
  }

  func onActivate() { begin(self) }
}

/// No object that the tree retains keeps the tree alive: when the anchor goes, everything goes.
@Suite(.serialized) struct TreeEndTests {
  struct Deed: Sendable, CustomTestStringConvertible {
    let testDescription: String
    fileprivate let body: @Sendable (Hub) -> Void

    fileprivate init(_ name: String, _ body: @escaping @Sendable (Hub) -> Void) {
      (testDescription, self.body) = (name, body)
    }
  }

  /// The ways for a model to be retained by its tree, directly or through the library.
  static let kept: [Deed] = [
    Deed("local model") { $0.node.local.hub = $0 },
    Deed("local models") { $0.node.local.hubs.append($0) },
    Deed("environment") { $0.node.environment.hub = $0 },
    Deed("preference") { hub in
      hub.node.preference.hubs = [hub]
      _ = hub.node.preference.hubs.count
    },
    Deed("memoized value") { _ = ($0.total, $0.total) },
    Deed("changes") { hub in hub.node.forEach(hub.change(of: \.count)) { _ in } },
    Deed("changes of a child") { hub in hub.node.forEach(hub.change(of: \.child)) { _ in } },
    Deed("recursive changes") { hub in
      hub.node.forEach(hub.change(of: \.child, initial: false, recursive: true)) { _ in }
    },
    Deed("events") { hub in hub.node.forEach(hub.node.event()) { _ in } },
    Deed("modifications") { hub in hub.node.forEach(hub.node.observeModifications()) { _ in } },
    Deed("touch") { $0.node.touch(\.count) },
    Deed("task") { $0.node.task { for await _ in AsyncStream<Int>.makeStream().stream {} } },
    Deed("task that may fail") { hub in
      hub.node.task {
        try await Task.sleep(for: .seconds(1_000_000))
      } catch: { _ in
      }
    },
    Deed("loop") { $0.node.forEach(AsyncStream<Int>.makeStream().stream) { _ in } },
    Deed("onChange of a constant") { $0.node.onChange(of: 1) { _, _ in } },
    Deed("onCancel") { $0.node.onCancel {} },
    Deed("undo") { hub in
      hub.node.trackUndo()
      hub.count += 1
    },
  ]

  /// Closures of the user's that capture the model.
  static let closures: [Deed] = [
    Deed("local closure") { hub in hub.node.local.work = { hub.count += 1 } },
    Deed("local object") { $0.node.local.box = Box($0) },
    Deed("object of the environment") { $0.node.environment.box = Box($0) },
    Deed("callback") { hub in hub.callback = { hub.count += 1 } },
    Deed("callback of the child") { hub in hub.child?.callback = { hub.count += 1 } },
    Deed("memoized models") { _ = $0.whole.count },
    Deed("task") { hub in hub.node.task { hub.count += 1 } },
    Deed("loop") { hub in hub.node.forEach(hub.change(of: \.count)) { hub.child?.count = $0 } },
    Deed("expression") { hub in hub.node.forEach(Observed { hub.total }) { _ in hub.child = nil } },
    Deed("onChange") { hub in hub.node.onChange(of: hub.count) { _, _ in hub.child?.count += 1 } },
    Deed("onCancel") { hub in hub.node.onCancel { hub.count += 1 } },
    Deed("task of a value") { hub in hub.node.task(id: hub.count) { _ in hub.child = nil } },
  ]

  /// The code that runs the deed.
  enum Place: CaseIterable {
    case onActivate, activationOfTheChild, setup, activation, handle, childsHandle, anchored
  }

  private func makeTree(_ census: Census, _ deed: Deed, at place: Place) {
    let nothing: @Sendable (Hub) -> Void = { _ in }
    let child = Hub(census, begin: place == .activationOfTheChild ? deed.body : nothing)
    var hub = Hub(census, child: child, begin: place == .onActivate ? deed.body : nothing)
    if place == .setup { hub = hub.withSetup { deed.body($0) } }
    if place == .activation { hub = hub.withActivation { deed.body($0) } }
    if place == .anchored {
      return deed.body(hub.withAnchor { $0.undoSystem.backend = ModelUndoStack() })
    }
    let (model, anchor) = hub.returningAnchor { $0.undoSystem.backend = ModelUndoStack() }
    if place == .handle { deed.body(model) }
    if place == .childsHandle { deed.body(child) }
    model.count += 1
    withExtendedLifetime(anchor) {}
  }

  private func expectNothingLeft(of census: Census) async {
    for _ in 0..<1_000_000 {
      guard census.objects > 0 else { break }
      await Task.yield()
    }
    #expect(census.objects == 0)
  }

  @Test(arguments: kept, Place.allCases)
  func whatModelsAreKeptInNeverKeepsTheTree(deed: Deed, place: Place) async {
    let census = Census()
    for _ in 0..<5 { makeTree(census, deed, at: place) }
    await expectNothingLeft(of: census)
  }

  @Test(arguments: closures, Place.allCases.filter { $0 != .anchored })
  func closuresThatCaptureAHandleNeverKeepTheTree(deed: Deed, place: Place) async {
    let census = Census()
    for _ in 0..<5 { makeTree(census, deed, at: place) }
    await expectNothingLeft(of: census)
  }
}
