#if canImport(XCTest)
@_spi(Strata) import StrataConcurrency
import StrataCore
import StrataDependencies
public import XCTest

/// A test case of XCTest whose tests each have a test scope, as the trait `.simulated` gives one in Swift
/// Testing.
///
/// ```swift
/// final class CounterTests: ScopedTestCase {
///   func testLoadsAFact() async {
///     let model = CounterModel(count: 2).withAnchor()
///     model.load()
///     await expect(model.fact != nil && !model.isLoading)
///   }
/// }
/// ```
///
/// The trees that a test makes, also in `setUp`, take part by themselves. At the end of the test their tasks run
/// until nothing can run any more. Then omissions fail the test: state, events, probes, tasks, trees that are
/// still alive. Failures have the same lines as with the trait; those of the end are at the test's function.
///
/// The tasks of the trees run in a simulation. They run only while the test waits, in `expect`, `require` and
/// `settle`, and at the end. The test itself runs outside. A `Task` that it starts, and an asynchronous method of
/// a model that it awaits, are not part of the simulation. For those use `withTestScope`, which runs its closure
/// inside. What a store delivers on the main queue, or on a queue of its own, runs there; the test waits for it
/// as well. A `TestClock` that the test moves drives the tasks.
///
/// A test case outlives its tests, so set a property that contains a model to `nil` in `tearDown`.
open class ScopedTestCase: XCTestCase {
  /// The categories that the tests of this case have to assert completely; everything unless a subclass overrides
  /// it.
  open var exhaustivity: Exhaustivity { .full }

  /// Runs the test in a scope; XCTest calls this.
  open override func invokeTest() { RunningTestCase.with(self, invokeTestInScope) }

  private func invokeTestInScope() {
    // The end of the test has no line of its own to give to the scope.
    let end = CallSite.thisLine()
    let sink = FailureSink.current
    let made = Locked<TestScope?>(nil, rank: .leaf)
    let function = name.split(separator: ".").last.map(String.init) ?? name
    let type = "\(type(of: self))"
    FailureSink.withHandler { failure in
      guard failure.callSite == end else { return sink(failure) }
      let place = made.withLock { $0 }?.firstPlace
      var moved = failure.moved(
        to: place.map { SourceText.place(ofFunction: function, around: $0) } ?? end
      )
      if place == nil { moved.testLocation = SourceText.place(ofFunction: function, in: type) }
      sink(moved)
    } operation: {
      let session = TestSession(exhaustivity: exhaustivity, at: end)
      made.withLock { $0 = session.scope }
      session.scope.runNow { super.invokeTest() }
      if let run = testRun, run.unexpectedExceptionCount > 0 || run.hasBeenSkipped {
        // A test that has thrown could not make its remaining assertions.
        session.scope.state.withLock { $0.hasFailedAssertion = true }
      }
      session.scope.noteReturn()
      session.scope.finishNow()
      if !session.scope.state.withLock({ $0.hasFailedAssertion }) { session.scope.checkMemory() }
    }
    let released = made.withLock { $0.take() }
    withExtendedLifetime(released) {}
  }
}

@available(*, unavailable)
extension ScopedTestCase: Sendable {}

extension TestScope {
  /// A line of the test: the one that has made its first tree or probe.
  ///
  /// Stores and sources make their trees at lines of this library.
  fileprivate var firstPlace: CallSite? {
    trees.lazy.map(\.callSite).first { !CallerLine.isOfLibrary($0) }
      ?? state.withLock { $0.probes.first?.callSite }
  }

  /// Lets the clocks that a test moves drive its tasks.
  private func accompanied(_ operation: () -> Void) {
    guard case .standing(let simulation) = clockwork else { return operation() }
    simulation.accompany(operation)
  }

  /// Runs a test in this scope, on the calling thread and outside of the simulation.
  fileprivate func runNow(_ operation: () -> Void) {
    let clock = executor.clock
    TestScope.with(self) {
      ReportSink.withHandlerOfRepeats { [sink, misuse] report in
        if let failure = misuse.failure(of: report) { sink(failure) }
      } operation: {
        withoutTreeObservers {
          withTreeObserver(self) {
            withDependencies {
              $0.continuousClock = clock
              $0.suspendingClock = clock
            } operation: {
              accompanied(operation)
            }
          }
        }
      }
    }
  }
}
#endif
