import StrataConcurrency
@_spi(Strata) import StrataCore

/// The states of a store that keeps its state in one value, and what of them no assertion has read.
///
/// The changes of such a store are no changes of its tree. An assertion that is met makes the properties that it has
/// read in the asserted state as they are in the present one. What differs after that is not asserted.
final class UnassertedWholeStates: Sendable {
  /// A time of the test, from a state that counts as asserted to a later one.
  struct Stretch: Sendable {
    var asserted: any Sendable
    var present: any Sendable
    /// The cause of the last change; `nil` if it is not known.
    var cause: Cause?
    /// Whether there was a change.
    var hasChanged = false
    /// In how many sections with demands of their own the changes were made.
    var depth = 0
  }

  /// All that was noted; the last stretch is the present one.
  struct Contents: Sendable {
    fileprivate var stretches: [Stretch]
    /// Whether an assertion was not met.
    ///
    /// Its properties may change later, as it expected, and the readers of them are not retained until then.
    fileprivate var isMissed = false
  }

  private weak let owner: (any AssertableState)?
  private let state: Locked<Contents>
  private let subscription: Locked<(any Cancellable)?>

  /// Begins to note the states of a store; `nil` if a tester of its own does.
  init?(_ owner: any AssertableState) {
    guard !owner.hasTester else { return nil }
    let first = owner.externalState
    self.owner = owner
    state = Locked(Contents(stretches: [Stretch(asserted: first, present: first)]), rank: .leaf)
    subscription = Locked(nil, rank: .leaf)
    let made = owner.observeExternalStates { [weak self] in self?.note($0, because: $1) }
    subscription.withLock { $0 = made }
  }

  /// Ends the noting.
  func stop() {
    let former = subscription.withLock { $0.take() }
    former?.cancel()
    _ = take { _ in true }
  }

  private func note(_ present: any Sendable, because cause: Cause?) {
    // Writes of an activation are part of the initial state.
    let isActivation = cause?.outsideTransactions?.kind == .activation
    let former = state.withLock { state in
      defer { state.note(present, because: cause, isActivation: isActivation) }
      return state.stretches
    }
    withExtendedLifetime(former) {}
  }

  /// Counts what an assertion has read as asserted.
  func assert(_ reads: [SlotRead]) {
    let stretches = state.withLock { $0.stretches }
    guard let owner, !reads.isEmpty else { return }
    for (index, stretch) in stretches.enumerated() where stretch.hasChanged {
      let asserted = owner.asserting(reads, of: stretch.asserted, asIn: stretch.present)
      let former = state.withLock { state -> (any Sendable)? in
        guard state.stretches.indices.contains(index) else { return nil }
        defer { state.stretches[index].asserted = asserted }
        return state.stretches[index].asserted
      }
      withExtendedLifetime(former) {}
    }
  }

  /// Demands no more assertions, because one of them was not met: one fault is one failure.
  func noteMissed() { state.withLock { $0.isMissed = true } }

  /// Begins a section with demands of its own.
  func beginPart(depth: Int) { state.withLock { $0.beginStretch(depth: depth) } }

  /// Ends a section.
  func endPart(depth: Int) { state.withLock { $0.beginStretch(depth: depth) } }

  /// Takes out the stretches with changes that no assertion has read.
  ///
  /// - Parameter isTaken: Which stretches count as asserted from now on.
  /// - Returns: Those of them in which a part of the state differs.
  func take(where isTaken: (Stretch) -> Bool) -> [Stretch] {
    let (found, isMissed) = state.withLock { ($0.stretches, $0.isMissed) }
    let taken = found.indices.filter { found[$0].hasChanged && isTaken(found[$0]) }
    state.withLock { state in
      for index in taken.reversed() { state.take(index) }
    }
    guard !isMissed else { return [] }
    return taken.map { found[$0] }.filter { !Self.areSame($0.asserted, $0.present) }
  }

  /// All that was noted and not taken.
  var contents: Contents {
    get { state.withLock { $0 } }
    set {
      let former = state.withLock { state in
        defer { state = newValue }
        return state
      }
      _ = consume former
    }
  }

  private static func areSame(_ one: any Sendable, _ other: any Sendable) -> Bool {
    one is any Equatable
      ? areEqual(one, other) : FailureText.difference(from: one, to: other) == nil
  }
}

extension UnassertedWholeStates.Contents {
  private var last: Int { stretches.endIndex - 1 }

  fileprivate mutating func note(
    _ present: any Sendable,
    because cause: Cause?,
    isActivation: Bool
  ) {
    if isActivation {
      beginStretch(depth: stretches[last].depth)
      stretches[last].asserted = present
    } else {
      stretches[last].cause = cause
      stretches[last].hasChanged = true
    }
    stretches[last].present = present
  }

  fileprivate mutating func beginStretch(depth: Int) {
    let present = stretches[last].present
    if !stretches[last].hasChanged { stretches.removeLast() }
    stretches.append(.init(asserted: present, present: present, depth: depth))
  }

  fileprivate mutating func take(_ index: Int) {
    guard index == last else {
      stretches.remove(at: index)
      return
    }
    stretches[index].asserted = stretches[index].present
    stretches[index].hasChanged = false
  }
}
