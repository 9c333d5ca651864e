import StrataConcurrency
import StrataModels
import StrataModelsTesting
public import StrataTesting

/// When a test makes its mistake.
public enum When: String, CaseIterable, Sendable {
  /// In the test itself.
  case atOnce = "at once"
  /// In a task of the model that the last line starts.
  case inATask = "in a task"
  /// In a task of the model, after a time.
  case afterASleep = "after a sleep"
  /// In the activation of a child.
  case inOnActivate = "in onActivate"
  /// In the last handler of a child.
  case inOnCancel = "in onCancel"
  /// In a task of the test that outlives it by some turns.
  case inTheLastQuiet = "in the last quiet"
}

/// Whether the test retains the tree.
public enum Holding: String, CaseIterable, Sendable {
  /// By a value that every handle is a copy of.
  case anchored
  /// By an anchor that a last task of the test releases.
  case byAnchor
  /// By a tester, to the last line.
  case byTester
}

/// A test that forgets one thing.
public struct Mistake: Sendable {
  /// The omission.
  public let what: What
  /// When.
  public let when: When
  /// The way in which it retains its tree.
  public let holding: Holding
  /// Retains a model after the test.
  public let keeper = Keeper()

  /// Makes a test.
  public init(_ what: What, _ when: When, _ holding: Holding) {
    (self.what, self.when, self.holding) = (what, when, holding)
  }

  /// The test.
  public func run() async {
    let onTurn = TestProbe("onTurn")
    switch holding {
    case .anchored:
      let page = Page(onTurn: onTurn.call).withAnchor()
      await act(page) { predicate in await expect(predicate()) }
    case .byAnchor:
      let (page, anchor) = Page(onTurn: onTurn.call).returningAnchor()
      await act(page) { predicate in await expect(predicate()) }
      Task {
        for _ in 0..<9 { await Task.yield() }
        withExtendedLifetime(anchor) {}
      }
    case .byTester:
      let (page, tester) = Page(onTurn: onTurn.call).andTester()
      await act(page) { predicate in await tester.assert(predicate()) }
      withExtendedLifetime(tester) {}
    }
  }

  private func act(_ page: Page, _ expect: (() -> Bool) async -> Void) async {
    let mistake: @Sendable () -> Void = { what.make(on: page, keeper: keeper) }
    switch when {
    case .atOnce: mistake()
    case .inATask: page.node.task { mistake() }
    case .afterASleep:
      page.node.task {
        try await page.node.continuousClock.sleep(for: .milliseconds(100))
        mistake()
        page.hasWoken = true
      } catch: { _ in
      }
      await expect { page.hasWoken }
    case .inOnActivate:
      page.helper = Row(onBegin: mistake)
      await expect { page.helper != nil }
      await clear(page, expect)
    case .inOnCancel:
      page.helper = Row(onEnd: mistake)
      await expect { page.helper != nil }
      await clear(page, expect)
    case .inTheLastQuiet:
      let work: @Sendable () async -> Void = {
        for _ in 0..<3 { await Task.yield() }
        mistake()
      }
      // Outside of all scopes a task of the test itself is no part of the tester's simulation.
      if holding == .byTester { page.node.task { await work() } } else { Task { await work() } }
    }
  }

  /// Ends the helper, whose closures retain the page.
  private func clear(_ page: Page, _ expect: (() -> Bool) async -> Void) async {
    page.helper = nil
    await expect { page.helper == nil }
  }

  /// The difference between the findings and the one expected failure; `nil` without one.
  public func diagnostic(about found: [TestFailure]) -> String? {
    Expected(kind: what.kind, texts: what.texts).diagnostic(about: found)
  }
}
