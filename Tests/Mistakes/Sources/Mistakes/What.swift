import StrataConcurrency
import StrataModels
public import StrataTesting

/// The omissions of a test.
public enum What: String, CaseIterable, Sendable {
  /// A property is written.
  case property
  /// A child is added.
  case child
  /// An event is sent.
  case event
  /// A probe is called.
  case probe
  /// A task runs on.
  case task
  /// A dependency is used that nothing overrides.
  case dependency
  /// An object that outlives the test retains a model.
  case retained

  /// Makes the mistake.
  func make(on page: Page, keeper: Keeper) {
    switch self {
    case .property: page.count = 1
    case .child: page.rows.append(Row())
    case .event: page.node.send(.turned)
    case .probe: page.onTurn(7)
    case .task:
      page.node.task("forgotten") {
        try await page.node.continuousClock.sleep(for: .seconds(60))
      } catch: { _ in
      }
    case .dependency: page.node[Printer.self].print()
    case .retained: keeper.keep(page.rows[0])
    }
  }

  /// The kind of failure that it has to be.
  public var kind: TestFailure.Kind {
    switch self {
    case .property, .child: .state
    case .event: .events
    case .probe: .probes
    case .task: .tasks
    case .dependency: .misuse
    case .retained: .lifetime
    }
  }

  /// The texts that the failure has to contain, in this order.
  public var texts: [String] {
    switch self {
    case .property:
      [
        "State not exhausted: 1 property changed and no assertion that is met has read it. ",
        "What #expect or XCTAssert reads does not count.\n\n",
        "  page.count: 0 → 1\n", "This line would pass:\n  ", ".count == 1",
      ]
    case .child:
      [
        "State not exhausted: 1 property changed and no assertion that is met has read it. ",
        "What #expect or XCTAssert reads does not count.\n\n",
        "  page.rows: Row came\n", "This line would pass:\n  ", ".rows.count == 2",
      ]
    case .event:
      [
        "Events not exhausted: 1 event was sent and not asserted.\n\n",
        "  page: .turned, sent at Mistakes/What.swift:", "This line would pass:\n  ",
        ".didSend(.turned)",
      ]
    case .probe:
      [
        "Probes not exhausted: onTurn, made at Mistakes/Mistake.swift:",
        " 1 call that was not asserted.\n\n",
        "  onTurn(7)\n", "This line would pass:\n  onTurn.wasCalled(with: 7)",
      ]
    case .task:
      [
        "Tasks not exhausted: 1 task is still running at the end of the test.\n\n",
        "  page (Page): forgotten @ Mistakes/What.swift:", "Let it come to an end",
      ]
    case .dependency:
      [
        "The live value of Printer is used in a test: Printer declares no testValue and nothing overrides it. ",
        "Override it with withDependencies, for models where the tree is anchored, or declare its testValue.",
      ]
    case .retained:
      [
        "1 model is still in memory after the test, though out of the tree:\n\n",
        "  Row, of the tree anchored at Mistakes/Mistake.swift:",
        "keeps a handle",
      ]
    }
  }
}

/// Retains models after their test.
public final class Keeper: Sendable {
  private let kept = Locked<[Row]>([], rank: .leaf)

  /// Makes one that retains nothing.
  public init() {}

  func keep(_ row: Row) { kept.withLock { $0.append(row) } }

  /// Releases everything.
  public func release() {
    let released = kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
    withExtendedLifetime(released) {}
  }
}
