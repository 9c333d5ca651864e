import Foundation
import StrataConcurrency

/// The testers that a test has made outside of all scopes and that still exist.
///
/// Such a tester checks its test when it is released. No test library says outside of a trait when a test ends, so a
/// tester that outlives its test would check nothing. It is checked when the process ends, which then fails.
enum TestersAtExit {
  private static let scopes = Locked<[ObjectIdentifier: WeakScope]>([:], rank: .leaf)

  private static let registersCheck: Void = {
    _ = atexit {
      TestersAtExit.check()
      guard TestRunner.hasFailedAtExit else { return }
      TestRunner.printAtExit(FailureText.foundAtExit)
      // The test library has chosen another status before.
      fflush(nil)
      _exit(EXIT_FAILURE)
    }
  }()

  /// Notes the scope of a tester that is made.
  static func add(_ scope: TestScope) {
    registersCheck
    scopes.withLock { $0[ObjectIdentifier(scope)] = WeakScope(scope: scope) }
  }

  /// Forgets the scope of a tester that is released.
  static func remove(_ scope: TestScope) {
    scopes.withLock { $0[ObjectIdentifier(scope)] = nil }
  }

  /// Checks the testers that have outlived their tests, in the order of their lines.
  private static func check() {
    TestRunner.beginExit()
    let left = scopes.withLock { $0.values.compactMap(\.scope) }
    for scope in left.sorted(by: { "\($0.callSite)" < "\($1.callSite)" }) { scope.finishNow() }
  }
}
