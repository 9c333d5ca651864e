import StrataConcurrency
@_spi(Strata) public import StrataCore
public import Synchronization

/// The base of every source: one model, and the subscribers that each new one notifies.
///
/// It is not subclassed by itself but as ``SourceOf``, which adds the one requirement:
///
/// ```swift
/// final class CounterSource: SourceOf<CounterModel>, @unchecked Sendable {
///   @Action(CounterSource.increment) private var incrementAction
///   lazy var initialModel = CounterModel(count: 0, increment: incrementAction)
///   private func increment() { model.count += 1 }
/// }
/// ```
///
/// A source may be used from any thread if its model is `Sendable`. A subclass has to protect the state that it stores
/// beside the model; ``Threadsafe`` does so for a single property.
///
/// Subscribers are notified on the thread that sets the model, outside all locks, before the setter returns. There are
/// two exceptions, which preserve the order of the models. A model may be set from inside a subscriber of the same
/// source, or while another thread notifies the subscribers. The thread that is notifying then delivers that model.
///
/// No thread delivers the models of others without end: after a bounded number it passes the role to the next thread
/// that sets one. While more than `Backlog.limit` models wait, a thread that sets one waits, unless it is inside a
/// delivery, a transaction or a simulation.
open class SourceBase<Model> {
  @usableFromInline final let context: Context
  @usableFromInline final let slot = Slot<StoredModel<Model>>(uncheckedIndex: 0)
  private let anchor: Anchor
  private let gate = Locked(InitialGate.closed, rank: .leaf)
  /// Whether there is a model, so that a read need not ask the gate.
  @usableFromInline let isReady = Atomic<Bool>(false)
  @usableFromInline final let subscriptions = SubscriptionTable<Model>()
  final let renderers = RendererTable()
  @usableFromInline final let actions = ActionRegistry()
  /// Whether the first model is the one that ``makeInitialModel()`` returned, and was not set before.
  private let isInitialModelMade = Atomic<Bool>(false)
  /// Whether the source binds decoded actions: 0 if that is not known, 1 if not, 2 if so.
  @usableFromInline let decoding = Atomic<UInt8>(0)

  /// How many operators the source is behind its first source.
  private let knownDepth = Atomic<Int>(0)

  /// Makes a source whose model is evaluated when it is first needed.
  public init() {
    context = Context(
      layout: .single(of: Self.self, "model", StoredModel<Model>.self, name: "\(Self.self)")
    )
    context.initialize(slot, to: StoredModel(nil, version: 0))
    anchor = Anchor(context, at: .thisLine())
  }

  deinit { subscriptions.endAll() }

  /// The current model.
  ///
  /// Setting it, or changing it in place, notifies all subscribers. A change in place loses no update of another
  /// thread, which waits for it. A thread that reads the model inside its own change in place is stopped with a
  /// message. A ``DecodableActionSource`` reads and sets in two steps.
  ///
  /// - Complexity: O(1) to read; O(*n*) in the subscribers to set.
  public final var model: Model {
    @inlinable get {
      prepareModel()
      ObservationBridge.access(context, slot.index)
      return context.read(slot).model()
    }
    @inlinable set { publish(newValue) }
    @inlinable _modify {
      prepareModel()
      // One `yield`, and one word that survives it: else this could not become a part of its caller.
      let memory = unsafe beginChange()
      defer { unsafe endChange(memory) }
      yield unsafe &memory.pointee
    }
  }

  /// Gives the public view of the source: the model can be read and followed, not set.
  ///
  /// The result retains this object; all results of one object are the same source.
  public final func eraseToSource() -> Source<Model> { Source(base: self) }

  /// The model that the source begins with; called at most once, outside all locks.
  func makeInitialModel() -> Model {
    guard let definition = self as? any SourceDefinition<Model> else {
      SourceTrap.noInitialModel(Self.self)
    }
    return definition.initialModel
  }

  /// The sources whose models ``makeInitialModel()`` asks for in any case.
  var inputs: [any ChainedSource] { [] }

  /// Whether the model is made of other sources' alone, so that each change of it is one of theirs.
  var isDerived: Bool { false }

  /// Notifies observers that the model follows another source's.
  final func noteFollowing(_ source: Context) {
    context.noteFollowing(source, isDerived: isDerived)
  }

  /// Called once, after the result of ``makeInitialModel()`` has become the model, or after another
  /// was set meanwhile.
  func didMakeInitialModel() {}
}

// SAFETY: the model is in the context, which guards it; everything else that changes is atomic or
// behind a lock of its own.
extension SourceBase: @unchecked Sendable where Model: Sendable {}

extension SourceBase: ChainedSource {
  final var hasChanged: Bool {
    actions.version > (isInitialModelMade.load(ordering: .acquiring) ? 1 : 0)
  }

  final var depth: Int {
    get { knownDepth.load(ordering: .relaxed) }
    set { knownDepth.store(newValue, ordering: .relaxed) }
  }
}

extension SourceBase {
  /// Ensures that there is a model.
  @inlinable
  final func prepareModel() {
    if !isReady.load(ordering: .acquiring) { makeModel() }
  }

  /// Whether there is a model already.
  @inlinable final var hasModel: Bool { isReady.load(ordering: .acquiring) }

  /// The model and its version, which no tracking scope notes.
  final func snapshot() -> StoredModel<Model> {
    withoutTracking { context.read(slot) }
  }

  @usableFromInline
  final func makeModel() {
    prepareInputs()
    switch gate.withLock({ $0.enter(.current) }) {
    case .pass: break
    case .recursion: SourceTrap.recursiveInitialModel(Self.self)
    case .wait(let parker): parker.park()
    case .evaluate:
      let model = withoutTracking { makeInitialModel() }
      if isDecodable { bindDecodedActions(in: model) }
      // A model that was set meanwhile is newer, and stays. The first model is no change of the source.
      let isInstalled = Cause.with(.activation, name: context.layout.name, at: .thisLine()) {
        context[slot].install(model, notifying: actions)
      }
      isInitialModelMade.store(isInstalled, ordering: .releasing)
      openGate()
      didMakeInitialModel()
    }
  }

  private func openGate() {
    isReady.store(true, ordering: .releasing)
    for parker in gate.withLock({ $0.finish() }) { parker.wake() }
  }

  /// Sets the model and notifies the subscribers.
  @inlinable
  final func publish(_ model: Model) {
    if isDecodable { bindDecodedActions(in: model) }
    // Only before the first model, when there are no subscribers yet, so the flag is not too late.
    defer { if !hasModel { isReady.store(true, ordering: .releasing) } }
    context.replace(slot, with: model, publishing: actions.versionStorage)
  }

  /// Whether the source binds actions that were decoded; asked of its type once.
  @inlinable final var isDecodable: Bool {
    let known = decoding.load(ordering: .relaxed)
    return known == 0 ? learnDecoding() : known == 2
  }

  @usableFromInline
  final func learnDecoding() -> Bool {
    let isDecodable = self is any DecodableActionSource
    decoding.store(isDecodable ? 2 : 1, ordering: .relaxed)
    return isDecodable
  }

  @usableFromInline
  final func bindDecodedActions(in model: Model) {
    guard let source = self as? any DecodableActionSource else { return }
    DecodedActions.bind(in: model, to: source, owner: self)
  }
}
