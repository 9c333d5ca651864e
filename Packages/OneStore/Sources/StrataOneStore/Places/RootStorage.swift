import StrataConcurrency
@_spi(Strata) import StrataCore
import StrataExtensions
import Synchronization

/// The whole state of a store: one value in one slot, the same for all of its places.
// SAFETY: `override`, `root` and `listeners` are touched under `lock`.
final class RootStorage<Models: ModelContainer>: StoreCore, @unchecked Sendable {
  typealias Root = StateModel<Models>

  private let slot = Slot<VersionedValue<RootValue<Root>>>(uncheckedIndex: 0)
  private let lock = Lock(rank: .leaf)
  private var override: Root?
  private var listeners: [CommitListener<Models.Container>] = []

  init(_ state: Models.Container, named name: String, at callSite: CallSite) {
    let holder = Context(
      layout: .single(
        of: RootStorage.self,
        "state",
        VersionedValue<RootValue<Root>>.self,
        name: name
      )
    )
    holder.initialize(slot, to: VersionedValue(RootValue(Root(wrappedValue: state))))
    super.init(in: holder, at: callSite)
  }

  /// The state now.
  var state: Models.Container { holder.read(slot).value.root.container }

  @unsafe
  override func read<Result>(_ body: (UnsafeRawPointer) -> Result?) -> Result? {
    let value = withoutTracking { holder.read(slot) }
    return unsafe withUnsafePointer(to: value.value.root) { unsafe body(UnsafeRawPointer($0)) }
  }

  // MARK: Changing

  @unsafe
  override func beginTypedChange() -> UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(holder.beginChange(of: slot))
  }

  @unsafe
  override func endTypedChange(_ root: UnsafeMutableRawPointer) {
    let memory = unsafe root.assumingMemoryBound(to: VersionedValue<RootValue<Root>>.self)
    unsafe holder.endChange(of: slot, memory)
  }

  @unsafe
  override func commit(_ root: UnsafeMutableRawPointer, _ effects: Effects, isChange: Bool) {
    let listeners =
      isChange && listenerCount.load(ordering: .acquiring) != 0 ? presentListeners : []
    if !listeners.isEmpty {
      let state = unsafe root.assumingMemoryBound(to: Root.self).pointee.container
      for listener in listeners { listener.note(state) }
    }
    guard !effects.isEmpty, let tree = tree else {
      unsafe endChange(root)
      for listener in listeners { listener.afterChange() }
      return
    }
    // What follows becomes visible before the state, and is delivered when the state may be used again.
    tree.transaction {
      effects.apply()
    } thenPublishing: {
      unsafe endChange(root)
      for listener in listeners { listener.afterChange() }
    }
  }

  /// The context of the root place; set once, before the first model is made.
  var tree: Context? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return treeContext
    }
    set {
      lock.lock()
      treeContext = newValue
      lock.unlock()
    }
  }

  private weak var treeContext: Context?

  // MARK: Listening

  private var presentListeners: [CommitListener<Models.Container>] {
    lock.lock()
    defer { lock.unlock() }
    return listeners
  }

  /// Adds one that is given each state that the store has from now on.
  func add(_ listener: CommitListener<Models.Container>) {
    lock.lock()
    listeners.append(listener)
    listenerCount.store(listeners.count, ordering: .releasing)
    lock.unlock()
  }

  /// Adds one that is given each state after the one that a closure is called with.
  ///
  /// - Parameters:
  ///   - listener: Is given the later states.
  ///   - first: Called with the state now; must not use the store.
  func add(
    _ listener: CommitListener<Models.Container>,
    after first: (Models.Container) -> Void
  ) {
    unsafe isolated { root in
      first(unsafe root.assumingMemoryBound(to: Root.self).pointee.container)
      add(listener)
    }
  }

  /// Removes one.
  func remove(_ listener: CommitListener<Models.Container>) {
    lock.lock()
    let former = listeners
    listeners.removeAll { $0 === listener }
    listenerCount.store(listeners.count, ordering: .releasing)
    lock.unlock()
    withExtendedLifetime(former) {}
  }

  override func onCommit(_ body: @escaping @Sendable () -> Void) -> Subscription {
    let listener = CommitListener<Models.Container> { _ in body() }
    add(listener)
    return Subscription { [weak self] in self?.remove(listener) }
  }

  override var anyState: any Sendable { state }

  override func observeStates(
    _ body: @escaping @Sendable (any Sendable, Cause?) -> Void
  ) -> Subscription {
    let queue = StateQueue<Models.Container>(body)
    let listener = CommitListener<Models.Container>(queue.add, afterChange: queue.drain)
    add(listener)
    return Subscription { [weak self] in self?.remove(listener) }
  }

  // MARK: Override

  /// The state that views see in place of the store's.
  var overridden: Models.Container? {
    lock.lock()
    defer { lock.unlock() }
    return override?.container
  }

  /// Sets the state that views see.
  ///
  /// - Returns: The one that they saw before, if that was not the store's.
  func setOverride(_ state: Models.Container?) -> Root? {
    lock.lock()
    let former = override
    override = state.map { Root(wrappedValue: $0) }
    lock.unlock()
    setOverridden(state != nil)
    return former
  }

  @unsafe
  override func readOverride<Result>(_ body: (UnsafeRawPointer) -> Result?) -> Result? {
    lock.lock()
    let value = override
    lock.unlock()
    guard let value else { return nil }
    return unsafe withUnsafePointer(to: value) { unsafe body(UnsafeRawPointer($0)) }
  }
}

/// What the slot of a store holds.
struct RootValue<Root> {
  var root: Root
  // Never plain bytes: those are changed in a copy beside the slot.
  private let mark: StoreMark

  init(_ root: Root) {
    self.root = root
    mark = .shared
  }
}

extension RootValue: Sendable where Root: Sendable {}

extension RootValue: DumpRepresentable {
  /// The state: failures of tests show it as if it were not wrapped.
  var dumpRepresentation: DumpRepresentation { .value(root) }
}

/// Makes a value one that has to be copied by its type.
private final class StoreMark: Sendable {
  static let shared = StoreMark()
}

/// Is given each state that a store has, in order, while the store is being changed.
// SAFETY: a constant.
final class CommitListener<State>: @unchecked Sendable {
  // Must not use the store.
  let note: @Sendable (State) -> Void
  /// Is called after each change, when the store may be used again.
  let afterChange: @Sendable () -> Void

  init(
    _ note: @escaping @Sendable (State) -> Void,
    afterChange: @escaping @Sendable () -> Void = {}
  ) {
    self.note = note
    self.afterChange = afterChange
  }
}
