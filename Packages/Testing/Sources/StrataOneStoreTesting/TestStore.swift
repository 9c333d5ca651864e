import StrataConcurrency
import StrataCore
public import StrataDependencies
@_spi(Strata) public import StrataOneStore
public import StrataTesting

/// A store for tests in which each change, each event and each task has to be asserted.
///
/// ```swift
/// let store = TestStore<AppModel>(initialState: .init()) {
///   $0.uuid = .constant(id)
/// }
/// @TestModel var appModel = store.model
///
/// appModel.addButtonTapped()
/// await $appModel.assert { $0.counters = [.init(counter: .init(), id: id)] }
/// ```
///
/// Anything that was not asserted fails the test at the end of its scope, whether or not the store has been released
/// by then. Outside of all scopes the store is checked when it is released, and at the end of the process if it never
/// is. A state that the store has left again need not be asserted. Time is virtual: nothing waits for real time.
public final class TestStore<Models: ModelContainer>: Sendable where Models.Container: Equatable {
  /// The store that is tested.
  public let store: Store<Models>
  let tester: StoreTester<Models>
  // This is the last property, because a session of its own checks, when it is released, whether the store has
  // gone.
  let session: TestSession

  /// Makes a store for a test.
  ///
  /// - Parameters:
  ///   - initialState: The first state, which need not be asserted.
  ///   - exhaustivity: The categories that have to be asserted completely; with `nil` those of the scope.
  ///   - fileID: The caller's file, like the next three for failures at the end.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  ///   - dependencies: Changes the dependencies that the models have.
  public init(
    initialState: Models.Container,
    exhaustivity: Exhaustivity? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let session = TestSession(exhaustivity: exhaustivity, at: place)
    let scope = WeakTestScope(session.scope)
    let reportUseAfterEnd: @Sendable () -> Void = { [weak session] in
      session?.reportUseAfterEnd(ofTesterMadeAt: place)
    }
    let events = UnassertedEvents(beforeEvent: reportUseAfterEnd)
    store = Store(
      initialState: initialState,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column,
      dependencies: dependencies
    )
    let names = TestedNames(storeMadeAt: place)
    let tester = StoreTester<Models>(
      session: session,
      events: events,
      names: names,
      callSite: place,
      root: (store.modelContext ?? store.rootContext).id,
      first: initialState
    )
    self.session = session
    self.tester = tester
    let states = tester.states
    store.attach(tester, afterChange: reportUseAfterEnd) { states.add($0) }
    demand(session.scope.exhaustivity)
    let store = store
    session.making { withTreeObserver(events) { store.activateModels() } }
    session.keep(KeptStore(store: store))
    session.keepTester(tester)
    session.include(tester)
    session.describeLifetime(of: store.rootContext) { TestStoreText.livesOn("\(Models.self)", $0) }
    // A tester of a scope of its own is released before the check.
    let root = tester.root
    session.atEnd {
      EndCheck.run(states, scope, at: place) { asserted, found in
        StoreTester<Models>.passing(names, root, from: asserted, to: found)
      }
      EndCheck.take(events, names, scope, asking: true, at: place)
    }
    session.afterLastHandlers { asks in
      events.close()
      EndCheck.take(events, names, scope, asking: asks, at: place)
    }
  }

  /// The model of the root, or the container of the models.
  public var model: Models {
    session.reportUseAfterEnd(ofTesterMadeAt: tester.callSite)
    return store.model
  }

  /// The state now.
  public var state: Models.Container { store.state }

  /// The categories that have to be asserted completely.
  public var exhaustivity: Exhaustivity {
    get { session.scope.exhaustivity }
    set {
      session.scope.exhaustivity = newValue
      demand(newValue)
    }
  }

  /// Whether omissions that the test has chosen are shown.
  public var showSkippedAssertions: Bool {
    get { session.scope.showSkippedAssertions }
    set { session.scope.showSkippedAssertions = newValue }
  }

  // States and events are asserted here, and not as properties that some line has read.
  private func demand(_ exhaustivity: Exhaustivity) {
    session.scope.setExhaustivity(
      exhaustivity.removing([.state, .events, .local, .environment, .preference]),
      below: store.rootContext
    )
  }
}

/// The objects that a test retains until its end.
private struct KeptStore<Models: ModelContainer>: Sendable {
  let store: Store<Models>
}

/// A weak reference to a scope.
struct WeakTestScope: Sendable {
  private(set) weak var scope: TestScope?

  init(_ scope: TestScope) { self.scope = scope }
}
