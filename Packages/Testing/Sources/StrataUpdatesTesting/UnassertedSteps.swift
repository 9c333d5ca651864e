import StrataConcurrency
import StrataTesting
@_spi(Strata) import StrataUpdates

/// The steps that a store has made and that the test has not asserted yet.
final class UnassertedSteps<State: Equatable & Sendable, Action: Sendable>: Sendable {
  /// A step, and the state that the test asserted before.
  struct Entry: Sendable {
    let step: StoreStep<State, Action>
    let origin: EffectOrigin
    let former: State
    /// Whether it may be asserted and need not be.
    let isExcused: Bool
  }

  private struct Waiting: Sendable {
    let step: StoreStep<State, Action>
    let origin: EffectOrigin
    let number: Int
    var isExcused = false
  }

  private struct Contents: Sendable {
    var steps: [Waiting] = []
    /// How many steps there have been.
    var count = 0
    /// How many there had been when each part of the test began that has demands of its own.
    var countsOfParts: [Int: Int] = [:]
    /// The state that was asserted last.
    var asserted: State
    /// The line that sends an action now.
    var sender: CallSite?
    var origins: [EffectOrigin] = []
  }

  private let contents: Locked<Contents>

  init(_ first: State) {
    contents = Locked(Contents(asserted: first), rank: .leaf)
  }

  /// The state that was asserted last.
  var asserted: State { contents.withLock { $0.asserted } }

  var isEmpty: Bool { contents.withLock { $0.steps.isEmpty } }

  /// The actions so far, whose effects may run.
  var origins: [EffectOrigin] { contents.withLock { $0.origins } }

  /// Sends an action from a line of the test.
  func sending(at place: CallSite, _ send: () -> Void) {
    contents.withLock { $0.sender = place }
    send()
    contents.withLock { $0.sender = nil }
  }

  /// Notes a step.
  ///
  /// - Returns: The origin of the effects that start next.
  func add(_ step: StoreStep<State, Action>) -> EffectOrigin {
    let name = TestStoreText.name(of: step.action)
    return contents.withLock { contents in
      let isSent = step.origin == .sent
      let origin = EffectOrigin(action: name, at: isSent ? contents.sender : nil)
      contents.count += 1
      contents.steps.append(Waiting(step: step, origin: origin, number: contents.count))
      contents.origins.append(origin)
      return origin
    }
  }

  /// Takes the next step, whose state counts as asserted.
  func takeFirst() -> Entry? {
    contents.withLock { contents -> Entry? in
      guard !contents.steps.isEmpty else { return nil }
      let first = contents.steps.removeFirst()
      let former = contents.asserted
      contents.asserted = first.step.state
      return Entry(
        step: first.step,
        origin: first.origin,
        former: former,
        isExcused: first.isExcused
      )
    }
  }

  /// Takes all steps.
  func takeAll() -> [Entry] {
    var entries: [Entry] = []
    while let entry = takeFirst() { entries.append(entry) }
    return entries
  }
}

extension UnassertedSteps: UnassertedRecord {
  func forget(_ kinds: Exhaustivity) {
    if kinds.contains(.events) { _ = takeAll() }
  }

  func beginPart(depth: Int) {
    contents.withLock { $0.countsOfParts[depth] = $0.count }
  }

  func endPart(depth: Int, demanding exhaustivity: Exhaustivity, at callSite: CallSite) {
    contents.withLock { contents in
      let count = contents.countsOfParts.removeValue(forKey: depth) ?? 0
      guard !exhaustivity.contains(.events) else { return }
      for index in contents.steps.indices where contents.steps[index].number > count {
        contents.steps[index].isExcused = true
      }
    }
  }
}
