import StrataConcurrency
import Testing

@testable import StrataCore

/// When a derived value releases a closure that is not to be stored as long as the value.
@Suite struct BorrowedClosureTests {
  private final class Token: Sendable {}

  private let kid = Kid("a", count: 1)

  @Test func anObserverThatEndsWhileItsValueIsCheckedLeavesNoClosure() {
    let anchor = Anchor(kid.context)
    let ending = Locked<Tracker?>(nil, rank: .leaf)
    // The observer ends while the value is checked, which turns out to be valid.
    let isOdd = Derived(of: kid.context, at: .thisLine()) { [kid] in
      let count = kid.count
      if count > 1 { ending.withLock { $0.take() }?.cancel() }
      return count % 2 == 1
    }
    let borrowing = Derived<Bool, Never>(of: kid.context, at: .thisLine(), areEqual: nil)
    weak var released: Token?
    do {
      let token = Token()
      released = token
      let tracker = Tracker(at: .thisLine()) {}
      ending.withLock { $0 = tracker }
      let value = tracker.track {
        borrowing.outcome(isKept: false) {
          withExtendedLifetime(token) { .success(isOdd.value) }
        }
        .get()
      }
      #expect(value)
    }
    #expect(released != nil)
    kid.count = 3
    #expect(ending.withLock { $0 == nil })
    #expect(released == nil)
    kid.count = 4
    #expect(borrowing.outcome(isKept: false) { .success(isOdd.value) }.get() == false)
    withExtendedLifetime(anchor) {}
  }
}
