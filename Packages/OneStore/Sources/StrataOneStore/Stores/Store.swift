import StrataConcurrency
@_spi(Strata) import StrataCore
@_spi(Strata) public import StrataDependencies

/// Holds the state of a program, of which models are views.
///
/// ```swift
/// let store = Store<AppModel>(initialState: .init()) {
///   $0.factClient.fetch = { "\($0) is a great number!" }
/// }
/// let model = store.model
/// ```
///
/// The first use of ``model`` activates the models: the root, then those below it. Models do not hold the
/// store. When the last holder releases it, all models end: their tasks are cancelled, and reads give the
/// last values.
///
/// All members may be used from any thread.
public final class Store<Models: ModelContainer>: Sendable {
  let storage: RootStorage<Models>
  let root: RootPlace<Models>
  private let lifetime: Locked<StoreLifetime>

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - fileID: The caller's file, like the next three for reports.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - dependencies: Changes the dependencies that the models have, which are those in force where the store is made.
  public convenience init(
    initialState: Models.Container,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) {
    self.init(
      initialState,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      dependencies
    )
  }

  init(
    _ state: Models.Container,
    at callSite: CallSite,
    _ dependencies: @escaping @Sendable (inout DependencyValues) -> Void
  ) {
    storage = RootStorage(state, named: "Store<\(Models.self)>", at: callSite)
    root = RootPlace(store: storage, named: "Store")
    lifetime = Locked(StoreLifetime(), rank: .leaf)
    let inherited = DependencyValues.current
    if !inherited.isEmpty { root.context.setInheritedDependencies(inherited) }
    root.context.updateDependencies(dependencies)
    var whole = StateModel<Models>(wrappedValue: state)
    unsafe withUnsafeMutablePointer(to: &whole) {
      unsafe root.fill(from: UnsafeMutableRawPointer($0))
    }
    storage.tree = root.context
  }

  deinit {
    storage.setEnded()
    let anchor = lifetime.withLock { $0.anchor.take() }
    _ = consume anchor
    root.releaseAll()
    var effects = Effects()
    storage.endGhosts(&effects)
  }

  /// The state now.
  public var state: Models.Container { storage.state }

  /// The model of the root, or the container of the models; activates them when it is first asked for.
  public var model: Models {
    activate()
    return root.models.makeModels(isObserved: true)
  }

  /// Makes the models part of a tree, parents before children; once.
  func activate() {
    guard lifetime.withLock({ $0.begin() }) else { return }
    let observers = lifetime.withLock { $0.takeObservers() }
    let anchor = Anchor(root.context, at: storage.callSite, seenBy: observers)
    lifetime.withLock { $0.anchor = anchor }
  }
}

/// Whether the models of a store have been activated.
private struct StoreLifetime: Sendable {
  var anchor: Anchor?
  /// Who sees the models, until they are activated: the observers of the trees that are made where the store is.
  private var observers: SurroundingTreeObservers? = SurroundingTreeObservers()
  private var hasBegun = false

  mutating func begin() -> Bool {
    defer { hasBegun = true }
    return !hasBegun
  }

  mutating func takeObservers() -> SurroundingTreeObservers {
    observers.take() ?? SurroundingTreeObservers()
  }
}
