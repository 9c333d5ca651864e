@_spi(Strata) public import StrataConcurrency
import StrataCore

/// The base of a dialect's tester: a scope, the running test's or one of its own, and the tree that it keeps
/// alive.
///
/// In a scope of its own it runs, when it is released, the checks that the scope otherwise runs at its end. A tester
/// that is not released is checked when the process ends.
public final class TestSession: Sendable {
  /// The scope.
  public let scope: TestScope
  let isOwner: Bool
  private let clocks = Locked<[TestClock]>([], rank: .leaf)

  /// Opens a session in the running test's scope, or in a new one whose simulation runs only while the test
  /// waits.
  ///
  /// - Parameters:
  ///   - exhaustivity: The categories that have to be asserted completely, if they differ from the scope's.
  ///   - callSite: The call site to name in failures at the end.
  public init(exhaustivity: Exhaustivity?, at callSite: CallSite) {
    if let current = TestScope.current {
      scope = current
      isOwner = false
      if let exhaustivity { scope.exhaustivity = exhaustivity }
    } else {
      let made = Locked<WeakScope?>(nil, rank: .leaf)
      let sink = FailureSink.current
      let name = TestRunner.testName
      let simulation = StandingSimulation(seed: 0, replaying: [], name: name) { text in
        let running = made.withLock { $0 }?.scope?.runningText
        let whole = [text, running].compactMap(\.self).joined(separator: "\n\n")
        sink(TestFailure(.simulation, whole, at: callSite))
      }
      scope = TestScope(.standing(simulation), exhaustivity: exhaustivity ?? .full, at: callSite)
      let reference = WeakScope(scope: scope)
      made.withLock { $0 = reference }
      isOwner = true
      ProbeRegistry.add(scope)
      TestersAtExit.add(scope)
    }
  }

  deinit {
    guard isOwner else { return }
    TestersAtExit.remove(scope)
    scope.finishNow()
    if case .standing(let simulation) = scope.clockwork {
      for clock in clocks.withLock({ $0 }) { clock.forget(simulation) }
    }
  }

  /// Whether the test of the scope has ended, and its trees with it.
  package var isOver: Bool { scope.isOver }

  /// The last test that was told that this one has ended.
  private let lateTest = Locked<WeakScope?>(nil, rank: .leaf)

  /// Reports a use of a tester whose test has ended, once for each later test.
  ///
  /// Called while the user is on the stack.
  ///
  /// - Parameter callSite: The line that made the tester.
  package func reportUseAfterEnd(ofTesterMadeAt callSite: CallSite) {
    guard isOver else { return }
    if let test = TestScope.current {
      let isKnown = lateTest.withLock { late in
        defer { late = WeakScope(scope: test) }
        return late?.scope === test
      }
      guard !isKnown else { return }
    }
    ReportSink.report(FailureText.testerIsOver(madeAt: callSite), near: callSite)
  }

  /// Makes a tree that takes part in the test.
  public func making<Result>(_ make: () throws -> Result) rethrows -> Result {
    // In a running scope all trees take part.
    isOwner ? try withTreeObserver(scope, operation: make) : try make()
  }

  /// Retains something, such as an anchor, until the scope ends.
  public func keep(_ kept: some Sendable) {
    let box = Locked<(any Sendable)?>(kept, rank: .leaf)
    scope.state.withLock { state in
      state.endings.append {
        let released = box.withLock { $0.take() }
        _ = consume released
      }
    }
  }

  /// Retains a tester, which retains this session, until the end of a scope that the test has around it.
  ///
  /// A scope of the tester's own ends when the tester is released, so it does not retain it.
  public func keepTester(_ tester: some Sendable) {
    if !isOwner { keep(tester) }
  }

  /// Lets a clock of the test, if it is one that the test moves, drive the tree's tasks.
  public func driven(by clock: any Clock<Duration>) {
    guard case .standing(let simulation) = scope.clockwork, let clock = clock as? TestClock else {
      return
    }
    clock.drives(simulation)
    clocks.withLock { $0.append(clock) }
  }
}
