import StrataConcurrency
import StrataCore
@_spi(Strata) import StrataOneStore
import StrataTesting

/// What asserts about a store, without its type.
protocol AnyStoreTester: AnyObject, Sendable {
  var seat: TestSeat { get }
  var events: EventLedger { get }

  /// Tries to find the expected state among those that the store has had.
  ///
  /// - Parameter change: Changes a root into the expected one; says whether it could.
  /// - Returns: `nil` if it was found, and counts as asserted now; else what is wrong.
  func tryAssert(_ change: (UnsafeMutableRawPointer) -> Bool) -> AssertionMiss?
}

/// Why an assertion has not been met yet.
enum AssertionMiss {
  case noState
  /// Another state, with the difference of the whole.
  case other(whole: String)
}

/// What asserts about a store.
final class StoreTester<Models: ModelContainer>: AnyStoreTester
where Models.Container: Equatable {
  let seat: TestSeat
  let events: EventLedger
  let states: StateLedger<Models.Container>

  init(seat: TestSeat, events: EventLedger, first: Models.Container) {
    self.seat = seat
    self.events = events
    states = StateLedger(first)
  }

  /// A state, changed.
  private func changed(
    _ state: Models.Container,
    _ change: (UnsafeMutableRawPointer) -> Bool
  ) -> Models.Container? {
    var whole = StateModel<Models>(wrappedValue: state)
    let isThere = unsafe withUnsafeMutablePointer(to: &whole) { whole in
      unsafe change(UnsafeMutableRawPointer(whole))
    }
    return isThere ? whole.wrappedValue : nil
  }

  func tryAssert(_ change: (UnsafeMutableRawPointer) -> Bool) -> AssertionMiss? {
    let (asserted, history) = states.present
    guard seat.scope.exhaustivity.contains(.state) else {
      // What the test does not mention may be as it likes.
      let found = history.last ?? asserted
      guard let expected = unsafe changed(found, change) else { return .noState }
      guard expected == found else {
        return .other(whole: TestStoreText.difference(from: expected, to: found))
      }
      noteSkipped(asserted, expected: unsafe changed(asserted, change), found)
      states.assert(found, leaving: history.count)
      return nil
    }
    guard let expected = unsafe changed(asserted, change) else { return .noState }
    if let index = history.firstIndex(of: expected) {
      states.assert(expected, leaving: index + 1)
      return nil
    }
    if history.isEmpty, expected == asserted { return nil }
    return .other(whole: TestStoreText.difference(from: expected, to: history.last ?? asserted))
  }

  /// Shows what the test has left out, if it wants to see that.
  private func noteSkipped(
    _ asserted: Models.Container,
    expected: Models.Container?,
    _ found: Models.Container
  ) {
    guard let expected, expected != found else { return }
    let text = TestStoreText.difference(from: expected, to: found)
    seat.scope.reportSkipped(
      .state,
      "Skipped assertions (- asserted, + found):\n\n\(text)",
      at: CallSite.thisLine()
    )
  }
}

/// Looks at the end of a test what was not asserted.
enum EndCheck {
  static func run<State>(
    _ states: StateLedger<State>,
    _ events: EventLedger,
    _ scope: WeakTestScope,
    at callSite: CallSite
  ) {
    guard let scope = scope.scope else { return }
    let exhaustivity = scope.exhaustivity
    let (asserted, history) = states.present
    if let last = history.last, last != asserted {
      let text = TestStoreText.notExhausted(TestStoreText.difference(from: asserted, to: last))
      if exhaustivity.contains(.state) {
        scope.report(.state, text, at: callSite)
      } else {
        scope.reportSkipped(.state, text, at: callSite)
      }
    }
    let pending = events.takeAll().map { (event: $0.event, model: $0.sender.layout.name) }
    if !pending.isEmpty, exhaustivity.contains(.events) {
      scope.report(.events, TestStoreText.eventsNotExhausted(pending), at: callSite)
    }
  }
}
