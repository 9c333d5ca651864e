import StrataConcurrency
import StrataOneStore
import StrataOneStoreTesting
public import StrataTesting

/// A test of one store that forgets one thing.
public struct StoreMistake: Sendable {
  /// The omissions of a test of one store.
  public enum What: String, CaseIterable, Sendable {
    /// A property is written.
    case property
    /// A child is added.
    case child
    /// An event is sent.
    case event
    /// An event of a child is sent.
    case eventBelow = "event below"
    /// A probe is called.
    case probe
    /// A task runs on.
    case task
    /// A dependency is used that nothing overrides.
    case dependency
  }

  /// Whether the test retains the store.
  public enum Holding: String, CaseIterable, Sendable {
    /// To the last line.
    case byStore
    /// By a last task of the test.
    case byTask
    /// The test has its model alone.
    case byModel
    /// An object that outlives the test retains it, so that its life is one more failure.
    case byKeeper
  }

  /// The omission.
  public let what: What
  /// When.
  public let when: When
  /// The way in which it retains its store.
  public let holding: Holding
  private let keeper = Locked<[TestStore<Shelf>]>([], rank: .leaf)

  /// Makes a test.
  public init(_ what: What, _ when: When, _ holding: Holding) {
    (self.what, self.when, self.holding) = (what, when, holding)
  }

  /// The test.
  public func run() async {
    let onTurn = TestProbe("onTurn")
    let mistake = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let hooks = ShelfHooks(
      onTurn: onTurn.call,
      onBegin: { if when == .inOnActivate { mistake.withLock { $0 }?() } },
      onEnd: { if when == .inOnCancel { mistake.withLock { $0 }?() } }
    )
    let initial = Shelf.State(helper: when == .inOnCancel ? .init() : nil)
    let store = TestStore<Shelf>(initialState: initial) { $0.shelfHooks = hooks }
    let shelf = store.model
    mistake.withLock { $0 = { what.make(on: shelf) } }
    switch holding {
    case .byStore:
      await act(shelf)
      withExtendedLifetime(store) {}
    case .byTask:
      await act(shelf)
      Task {
        for _ in 0..<9 { await Task.yield() }
        withExtendedLifetime(store) {}
      }
    case .byKeeper:
      keeper.withLock { $0.append(store) }
      await act(shelf)
    case .byModel: await act(shelf)
    }
    mistake.withLock { $0 = nil }
  }

  private func act(_ model: Shelf) async {
    @TestModel var shelf = model
    let mistake: @Sendable () -> Void = { what.make(on: model) }
    switch when {
    case .atOnce: mistake()
    case .inATask: model.perform(mistake)
    case .afterASleep:
      model.performLater(mistake)
      await $shelf.hasWoken.assert(true)
    case .inOnActivate:
      model.show()
      await $shelf.helper.assert(.init())
    case .inOnCancel:
      model.hide()
      await $shelf.helper.assert(nil)
    case .inTheLastQuiet:
      Task {
        for _ in 0..<3 { await Task.yield() }
        mistake()
      }
    }
  }

  /// Releases the store.
  public func release() {
    let released = keeper.withLock { kept in
      defer { kept = [] }
      return kept
    }
    withExtendedLifetime(released) {}
  }

  /// The difference between the findings and the expected failures; `nil` without one.
  public func diagnostic(about found: [TestFailure]) -> String? {
    var found = found
    // A task that runs on is taken for what keeps the store alive.
    if holding == .byKeeper, what != .task {
      guard let last = found.last, last.kind == .lifetime,
        last.message.hasPrefix(
          "The store of TestStore<Shelf> lives on after the test: "
        )
      else { return "misses the store that outlives the test in \(found.map(\.message))" }
      found.removeLast()
    }
    return Expected(kind: what.kind, texts: what.texts).diagnostic(about: found)
  }
}

extension StoreMistake.What {
  /// Makes the mistake.
  func make(on shelf: Shelf) {
    switch self {
    case .property: shelf.increment()
    case .child: shelf.addBook()
    case .event: shelf.send(.turned)
    case .eventBelow: shelf.$books[0].send(.opened)
    case .probe: shelf.hooks.onTurn(7)
    case .task: shelf.wait()
    case .dependency: shelf.printer.print()
    }
  }

  /// The kind of failure that it has to be.
  var kind: TestFailure.Kind {
    switch self {
    case .property, .child: .state
    case .event, .eventBelow: .events
    case .probe: .probes
    case .task: .tasks
    case .dependency: .misuse
    }
  }

  /// The texts that the failure has to contain, in this order.
  var texts: [String] {
    let state = """
      State not exhausted: at the end of the test there are changes that were not asserted \
      (- asserted, + found):\n\n
      """
    let events = "Events not exhausted: at the end of the test these were not received:\n\n"
    return switch self {
    case .property:
      [state, "-   count: 0", "+   count: 1", "would pass:\n", ".assert { $0.count = 1 }"]
    case .child:
      [state, "+", "id: 2", "would pass:\n", ".assert { $0.books.append(<#Book.State#>) }"]
    case .event:
      [
        events, "  .turned from the Shelf, sent at Mistakes/StoreMistake.swift:", "would pass:\n",
        ".receive(.turned)",
      ]
    case .eventBelow:
      [
        events, "  .opened from the Book with the id 1, sent at Mistakes/StoreMistake.swift:",
        "would pass:\n", ".$books[0]\n", ".receive(.opened)",
      ]
    case .probe:
      [
        "Probes not exhausted: onTurn, made at Mistakes/StoreMistake.swift:",
        " 1 call that was not asserted.\n\n",
        "  onTurn(7)\n", "This line would pass:\n  onTurn.wasCalled(with: 7)",
      ]
    case .task:
      [
        "Tasks not exhausted: 1 task is still running at the end of the test.\n\n",
        " (Shelf): wait() @ Mistakes/Shelf.swift:", "Let it come to an end",
      ]
    case .dependency:
      [
        "The live value of ShelfPrinter is used in a test: ShelfPrinter declares no testValue and nothing overrides it. ",
        "Override it in the closure of Store(initialState:) or TestStore(initialState:), or declare its testValue.",
      ]
    }
  }
}
