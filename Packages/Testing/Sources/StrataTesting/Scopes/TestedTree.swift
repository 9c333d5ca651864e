import StrataConcurrency
@_spi(Strata) import StrataCore

/// A tree that takes part in a test.
final class TestedTree: Sendable {
  let unasserted: UnassertedChanges
  /// What is noted instead for a store that keeps its state in one value.
  let wholeState: UnassertedWholeStates?
  /// The line that anchored it.
  let callSite: CallSite
  /// The root's name, also when the root is gone.
  let name: String
  /// Whether it is the one part of an object, such as a store.
  let isObject: Bool
  /// Whether it is the tree of a store whose models are views of its state.
  let isStore: Bool
  private let reference: WeakContext
  private let recording: Subscription?

  /// Begins to note changes.
  init(
    _ root: Context,
    anchoredAt callSite: CallSite,
    _ orders: ChangeOrderCounter,
    keepsTransitions: @escaping @Sendable () -> Bool,
    isDerived: @escaping @Sendable (Context) -> Bool
  ) {
    unasserted = UnassertedChanges(orders, keepsTransitions: keepsTransitions, isDerived: isDerived)
    self.callSite = callSite
    name = root.layout.name
    isObject = root.layout.isObject
    isStore = root.keptObject is any ExternalState
    reference = WeakContext(root)
    AnchorPlaces.note(root.id, at: callSite)
    let store = root.keptObject as? any AssertableState
    wholeState = store.flatMap { UnassertedWholeStates($0) }
    // The lists of such a store are parts of its state.
    recording =
      store == nil
      ? root.recordChanges(at: callSite, keepsOldValues: true) { [unasserted] in
        unasserted.note($0)
      } : nil
  }

  deinit { AnchorPlaces.forget(reference.id) }

  var root: Context? { reference.context }

  /// The root's identity, also when the root is gone.
  var id: ContextID { reference.id }

  /// What made it, and at which line.
  var origin: String {
    isStore ? "store made at \(callSite)" : "tree anchored at \(callSite)"
  }

  /// The source text for what the tree was made for, in lines that failures suggest.
  var expression: String {
    AnchorPlaces.variable(of: id) ?? (isStore ? "<#store#>" : "<#\(name)#>")
  }

  /// What was noted and not taken, of either kind.
  var noted: (changes: UnassertedChanges.Contents, states: UnassertedWholeStates.Contents?) {
    get { (unasserted.contents, wholeState?.contents) }
    set {
      unasserted.contents = newValue.changes
      if let states = newValue.states { wholeState?.contents = states }
    }
  }

  /// Forgets what has changed.
  func forgetAll() {
    _ = unasserted.takeAll()
    _ = wholeState?.take { _ in true }
  }

  /// Ends the noting.
  func stop() {
    recording?.cancel()
    wholeState?.stop()
    _ = unasserted.takeAll()
  }
}

/// A weak reference to a context.
struct WeakContext: Sendable {
  weak let context: Context?
  let id: ContextID
  /// The first parent that it had.
  let parent: ContextID?
  let name: String

  init(_ context: Context, below parent: ContextID? = nil) {
    self.context = context
    id = context.id
    self.parent = parent
    name = context.layout.name
  }
}
