#if canImport(XCTest)
import Foundation
@_spi(Strata) import StrataConcurrency
import XCTest

/// The filter of the reports of the running `XCTestCase`.
///
/// XCTest runs one test of a process at a time, and does not say which. The filter is another one from the next test on.
final class TestCaseFilter: NSObject, XCTestObservation {
  private static let filter = Locked(MisuseFilter(), rank: .leaf)
  private static let isObserving = Locked(false, rank: .leaf)

  static var current: MisuseFilter {
    // XCTest notifies its observers on the main thread, and keeps them without a lock.
    if Thread.isMainThread,
      isObserving.withLock({ isObserving in
        defer { isObserving = true }
        return !isObserving
      })
    {
      XCTestObservationCenter.shared.addTestObserver(TestCaseFilter())
    }
    return filter.withLock { $0 }
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    Self.filter.withLock { $0 = MisuseFilter() }
  }
}
#endif
