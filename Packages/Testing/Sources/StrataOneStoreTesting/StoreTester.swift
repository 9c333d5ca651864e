import StrataConcurrency
import StrataCore
@_spi(Strata) import StrataOneStore
import StrataTesting

/// A store's tester, without its type.
protocol AnyStoreTester: AnyObject, Sendable {
  var session: TestSession { get }
  var events: UnassertedEvents { get }
  var names: TestedNames { get }
  var callSite: CallSite { get }

  /// Tries to find the expected state among those that the store has had.
  ///
  /// - Parameter change: Changes a root into the expected one; says whether it could.
  /// - Returns: `nil` if it was found, and counts as asserted now; else the failure.
  func tryAssert(_ change: (UnsafeMutableRawPointer) -> Bool) -> AssertionMiss?

  /// Marks the current state as asserted, because a failure has shown it: one fault is one failure.
  func acceptPresent()
}

/// Why an assertion has not been met yet.
enum AssertionMiss {
  case noState
  /// Another state, with the difference of the whole, and the lines that would pass, if they are known.
  case other(whole: String, passing: String?)
}

/// The tester of a store.
final class StoreTester<Models: ModelContainer>: AnyStoreTester
where Models.Container: Equatable {
  let session: TestSession
  let events: UnassertedEvents
  let states: UnassertedStates<Models.Container>
  let names: TestedNames
  /// The line that made the store.
  let callSite: CallSite
  let root: ContextID

  init(
    session: TestSession,
    events: UnassertedEvents,
    names: TestedNames,
    callSite: CallSite,
    root: ContextID,
    first: Models.Container
  ) {
    self.session = session
    self.events = events
    self.names = names
    self.callSite = callSite
    self.root = root
    states = UnassertedStates(first)
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
    guard session.scope.exhaustivity.contains(.state) else {
      // Values that the test does not mention may be anything.
      let found = history.last ?? asserted
      guard let expected = unsafe changed(found, change) else { return .noState }
      guard expected == found else {
        return .other(
          whole: TestStoreText.difference(from: expected, to: found),
          passing: nil
        )
      }
      noteSkipped(asserted, expected: unsafe changed(asserted, change), found)
      states.assert(found, leaving: history.count)
      return nil
    }
    let isEarlier = states.assertEarlier { unsafe changed($0, change) }
    guard let expected = unsafe changed(asserted, change) else {
      return isEarlier ? nil : .noState
    }
    if let index = history.firstIndex(of: expected) {
      states.assert(expected, leaving: index + 1)
      return nil
    }
    if isEarlier || (history.isEmpty && expected == asserted) { return nil }
    let found = history.last ?? asserted
    return .other(
      whole: TestStoreText.difference(from: expected, to: found),
      passing: Self.passing(names, root, from: asserted, to: found)
    )
  }

  /// The lines that assert how the state has changed; `nil` if it has not.
  static func passing(
    _ names: TestedNames,
    _ root: ContextID,
    from asserted: Models.Container,
    to found: Models.Container
  ) -> String? {
    guard asserted != found else { return nil }
    var lines = SuggestedLines(names)
    lines.assertChange(of: Models.self, root, from: asserted, to: found)
    return lines.indented
  }

  func acceptPresent() { states.assertAll() }

  /// Shows the omissions of the test, if it wants to see them.
  private func noteSkipped(
    _ asserted: Models.Container,
    expected: Models.Container?,
    _ found: Models.Container
  ) {
    guard let expected, expected != found else { return }
    let text = TestStoreText.difference(from: expected, to: found)
    session.scope.reportSkipped(
      .state,
      "Skipped assertions (- asserted, + found):\n\n\(text)",
      at: CallSite.thisLine()
    )
  }
}

extension StoreTester: UnassertedRecord {
  func forget(_ kinds: Exhaustivity) {
    if kinds.contains(.state) { states.assertAll() }
    if kinds.contains(.events) { _ = events.takeAll() }
  }

  func beginPart(depth: Int) {
    states.beginPart(depth: depth)
    events.beginPart(depth: depth)
  }

  func endPart(depth: Int, demanding exhaustivity: Exhaustivity, at callSite: CallSite) {
    let (asserted, history) = states.present
    if exhaustivity.contains(.state), let last = history.last, last != asserted {
      let text = TestStoreText.notExhausted(
        TestStoreText.difference(from: asserted, to: last),
        passing: Self.passing(names, root, from: asserted, to: last),
        at: "at the end of this part of the test"
      )
      session.scope.report(.state, text, at: callSite)
    }
    states.assertAll(fromDepth: depth)
    events.endPart(depth: depth, isDemanding: exhaustivity.contains(.events))
  }
}

/// Checks at the end of a test for unasserted changes.
enum EndCheck {
  static func run<State>(
    _ states: UnassertedStates<State>,
    _ scope: WeakTestScope,
    at callSite: CallSite,
    passing: (State, State) -> String?
  ) {
    guard let scope = scope.scope else { return }
    let exhaustivity = scope.exhaustivity
    let (asserted, history) = states.present
    let current = UnassertedStates<State>.Stretch(asserted: asserted, history: history)
    for stretch in states.earlier + [current] where stretch.present != stretch.asserted {
      let (asserted, last) = (stretch.asserted, stretch.present)
      let text = TestStoreText.notExhausted(
        TestStoreText.difference(from: asserted, to: last),
        passing: passing(asserted, last)
      )
      if exhaustivity.contains(.state) {
        scope.report(.state, text, at: callSite)
      } else {
        scope.reportSkipped(.state, text, at: callSite)
      }
    }
  }

  /// Takes the events that were not received, and reports them if the test is asked for them.
  static func take(
    _ events: UnassertedEvents,
    _ names: TestedNames,
    _ scope: WeakTestScope,
    asking asks: Bool,
    at callSite: CallSite
  ) {
    // An event that a failure has shown is not reported again.
    let pending = events.takeAll().filter { !$0.isExcused }
    guard asks, !pending.isEmpty, let scope = scope.scope, scope.exhaustivity.contains(.events)
    else { return }
    scope.report(.events, TestStoreText.eventsNotExhausted(pending, names), at: callSite)
  }
}
