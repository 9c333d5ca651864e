public import StrataConcurrency
@_spi(Strata) public import StrataCore
public import StrataEvents
import Testing

/// One test, or one run of it, with its trees.
///
/// It observes them, waits for them, asserts about them, and checks at the end that nothing was overlooked.
///
/// The trait `.simulated()` or `withTestScope` gives a test its scope; the functions `expect`, `require` and
/// `settle` use it. A tester that is made outside of all scopes has one of its own.
///
/// The trees that are made in the scope take part by themselves.
public final class TestScope: Sendable {
  struct State {
    var trees: [TestedTree] = []
    var probes: [any AssertableCalls] = []
    /// Probes that take part because they were made in the same test.
    var adopted: Set<ObjectIdentifier> = []
    var events: [SentEvent] = []
    var exhaustivity: Exhaustivity
    var showsSkipped = false
    /// Other demands for parts of trees; the innermost one counts.
    var exceptions: [(part: ContextID, exhaustivity: Exhaustivity)] = []
    /// The changes before the current part of the test, which does not apply its demands to them.
    var outerChanges: Set<SlotRead> = []
    /// In how many parts with demands of their own the test is.
    var partDepth = 0
    /// The sources of the values of contexts, by the follower.
    var followed: [ContextID: [WeakContext]] = [:]
    /// Contexts whose values derive from others of this test alone.
    var derived: Set<ContextID> = []
    /// The tasks that were started in activations, by context.
    var activationTasks: [ContextID: Set<UInt64>] = [:]
    var contexts: [WeakContext] = []
    /// The closures that end the trees that testers keep alive.
    var endings: [@Sendable () -> Void] = []
    /// How testers tell the tasks that run at the end, by context.
    var taskTexts: [ContextID: @Sendable ([RunningTask]) -> TestFailure] = [:]
    /// How testers tell that a tree lives on, by its root.
    var lifeTexts: [ContextID: @Sendable ([String]) -> String] = [:]
    /// What testers note by themselves.
    var testerNotes: [any UnassertedRecord] = []
    /// The checks of testers at the end.
    var checks: [@Sendable () -> Void] = []
    /// The checks of testers after the last handlers of the trees.
    var lastChecks: [@Sendable (_ asks: Bool) -> Void] = []
    var phase = Phase.open
    /// Whether an assertion was not met.
    var hasFailedAssertion = false
    /// What the assertions have read that were not met.
    ///
    /// It may change later, as the test expected, and is not asked for a second time.
    var missedReads: Set<MissedRead> = []
    /// Trees that have ended before the scope.
    var ended: [EndedTree] = []
    /// How many jobs had run when the test returned; `nil` while it runs.
    var lastStep: Int?
  }

  /// A property, whose context is not retained.
  struct MissedRead: Hashable {
    let context: ContextID
    let slot: Int

    init(_ read: SlotRead) { (context, slot) = (read.context.id, read.slot) }
  }

  @TaskLocal private static var running: TestScope?

  let clockwork: Clockwork
  /// The line that began the test.
  let callSite: CallSite
  /// The test's declaration, if the scope is that of a trait.
  let testDeclaration: SourceLocation?
  let sink: FailureSink.Handler
  /// The reports of misuse that the test has failed with.
  let misuse = MisuseFilter()
  /// The reports of tasks that do not know the test.
  let lateReports = Locked<[TestFailure]>([], rank: .leaf)
  let state: Locked<State>
  private let orders = ChangeOrderCounter()

  init(
    _ clockwork: Clockwork,
    exhaustivity: Exhaustivity,
    at callSite: CallSite,
    in testDeclaration: SourceLocation? = nil
  ) {
    self.clockwork = clockwork
    self.callSite = callSite
    self.testDeclaration = testDeclaration
    let sink = FailureSink.current
    self.sink = { failure in
      guard testDeclaration != nil, failure.callSite == callSite else { return sink(failure) }
      // A trait's line may be that of the suite, or of this library.
      var failure = failure
      failure.testLocation = failure.testLocation ?? testDeclaration
      sink(failure)
    }
    state = Locked(State(exhaustivity: exhaustivity), rank: .leaf)
    Cause.startRecording()
    // The line of a trait without parentheses is one of this library.
    if let testDeclaration { PropertyAccess.note(file: testDeclaration.filePath) }
    PropertyAccess.note(callSite)
  }

  /// The scope of the running test, if it has one.
  public static var current: TestScope? { running }

  static func with<Result>(
    _ scope: TestScope,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $running.withValue(scope, operation: operation, isolation: isolation)
  }

  static func with<Result>(_ scope: TestScope, _ operation: () throws -> Result) rethrows -> Result
  {
    try $running.withValue(scope, operation: operation)
  }

  /// The categories that have to be asserted completely; ``Exhaustivity/full`` unless the test sets others.
  public var exhaustivity: Exhaustivity {
    get { state.withLock { $0.exhaustivity } }
    set { state.withLock { $0.exhaustivity = newValue } }
  }

  /// Whether to print the failures that the test would have if it were exhaustive in everything.
  public var showSkippedAssertions: Bool {
    get { state.withLock { $0.showsSkipped } }
    set { state.withLock { $0.showsSkipped = newValue } }
  }

  /// The executor of the test's tasks, with its virtual clock.
  public var executor: SimulatedExecutor { clockwork.executor }

  /// Makes other demands on a context and all below it than on the rest.
  public func setExhaustivity(_ exhaustivity: Exhaustivity, below part: Context) {
    state.withLock { state in
      state.exceptions.removeAll { $0.part == part.id }
      state.exceptions.append((part: part.id, exhaustivity: exhaustivity))
    }
  }

  /// Whether each write has to be asserted in some part of the trees.
  var demandsTransitions: Bool {
    state.withLock { state in
      state.exhaustivity.contains(.transitions)
        || state.exceptions.contains { $0.exhaustivity.contains(.transitions) }
    }
  }

  var trees: [TestedTree] { state.withLock { $0.trees } }

  /// The live roots, in the order in which they were anchored.
  var roots: [Context] { trees.compactMap(\.root).filter(\.isLive) }

  /// Reports a failure.
  func fail(_ kind: TestFailure.Kind, _ message: String, at callSite: CallSite) {
    sink(TestFailure(kind, message, at: callSite))
  }
}

extension TestScope: TreeObserver {
  /// Takes a new tree into the test.
  public func treeWillActivate(_ root: Context, anchoredAt callSite: CallSite) {
    if case .standing = clockwork { root.setTaskExecutor(executor) }
    let tree = TestedTree(root, anchoredAt: callSite, orders) { [weak self] in
      self?.demandsTransitions ?? false
    } isDerived: { [weak self] context in
      self?.isDerived(context) ?? false
    }
    state.withLock { $0.trees.append(tree) }
  }

  /// Checks a tree whose anchor is released before the test ends.
  public func treeWillEnd(_ root: Context) {
    guard state.withLock({ $0.phase == .open }) else { return }
    check(ending: root)
  }

  /// Tasks that activations have started run as long as their models.
  public var wantsActivationWork: Bool { true }

  /// A test checks work that its last line starts, whether or not it still retains the tree.
  public var keepsTreesForTasks: Bool { true }

  /// Notes which tasks had been started when the activation was over.
  public func didActivate(_ context: Context) {
    let started = Set(context.runningTasks.map(\.serial))
    let reference = WeakContext(context, below: context.firstParent?.id)
    state.withLock { state in
      state.contexts.append(reference)
      if !started.isEmpty { state.activationTasks[context.id, default: []].formUnion(started) }
    }
  }

  /// Notes an event.
  public func willDeliver<Event: Sendable>(
    _ event: Event,
    from sender: Context,
    to audience: Audience,
    at callSite: CallSite
  ) {
    // A view of a store's state is an object that its context retains until it ends.
    let isOfModel = !sender.layout.isObject && sender.keptObject == nil
    state.withLock { state in
      guard state.phase != .over else { return }
      state.events.append(
        SentEvent(
          number: state.events.count,
          event: event,
          sender: sender,
          callSite: callSite,
          isOfModel: isOfModel
        )
      )
    }
  }
}
