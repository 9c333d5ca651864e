import StrataConcurrency

/// The states that a store has had and that its test has not asserted yet.
final class UnassertedStates<State: Equatable & Sendable>: Sendable {
  /// A time of the test: what was asserted before it, and the states that have followed.
  struct Stretch: Sendable {
    /// The state that was asserted last.
    var asserted: State
    var history: [State] = []
    /// In how many parts with demands of their own the test was.
    var depth = 0

    /// The last state.
    var present: State { history.last ?? asserted }

    /// Takes the states up to an expected one, which counts as asserted.
    ///
    /// - Returns: Whether the store has had that state.
    mutating func take(_ expected: State) -> Bool {
      guard let index = history.firstIndex(of: expected) else { return false }
      asserted = expected
      history.removeFirst(index + 1)
      return true
    }
  }

  private struct Contents: Sendable {
    /// Times with unasserted states before a part of the test that has demands of its own.
    var earlier: [Stretch] = []
    var current: Stretch
  }

  private let contents: Locked<Contents>

  init(_ first: State) {
    contents = Locked(Contents(current: Stretch(asserted: first)), rank: .leaf)
  }

  /// The last asserted state, and those that have followed.
  var present: (asserted: State, history: [State]) {
    contents.withLock { ($0.current.asserted, $0.current.history) }
  }

  /// The times before parts of the test whose last states were not asserted.
  var earlier: [Stretch] { contents.withLock { $0.earlier } }

  func add(_ state: State) {
    contents.withLock { $0.current.history.append(state) }
  }

  /// Takes the first states; the last of them counts as asserted.
  func assert(_ state: State, leaving count: Int) {
    change { contents in
      contents.current.asserted = state
      contents.current.history.removeFirst(count)
    }
  }

  /// Takes the states of earlier times up to an expected one of each.
  ///
  /// - Parameter expected: The expected state after an asserted one; `nil` if it cannot be made of that.
  /// - Returns: Whether there was one.
  func assertEarlier(_ expected: (State) -> State?) -> Bool {
    let earlier = earlier
    guard !earlier.isEmpty else { return false }
    var hasFound = false
    var left: [Stretch] = []
    for var stretch in earlier {
      if let state = expected(stretch.asserted), stretch.take(state) { hasFound = true }
      if stretch.present != stretch.asserted { left.append(stretch) }
    }
    change { $0.earlier = left }
    return hasFound
  }

  /// Counts all states as asserted.
  ///
  /// - Parameter depth: Those of parts that lie less deep stay.
  func assertAll(fromDepth depth: Int = 0) {
    change { contents in
      contents.earlier.removeAll { $0.depth >= depth }
      contents.current.asserted = contents.current.present
      contents.current.history = []
    }
  }

  /// Begins a part of the test.
  func beginPart(depth: Int) {
    change { contents in
      let present = contents.current.present
      if present != contents.current.asserted { contents.earlier.append(contents.current) }
      contents.current = Stretch(asserted: present, depth: depth)
    }
  }

  private func change(_ body: (inout Contents) -> Void) {
    let former = contents.withLock { contents in
      defer { body(&contents) }
      return contents
    }
    withExtendedLifetime(former) {}
  }
}
