import StrataConcurrency
import StrataCore

/// A section of a test with demands of its own, and the changes before it.
struct TestPart {
  fileprivate let exhaustivity: Exhaustivity
  fileprivate let outerExhaustivity: Exhaustivity
  fileprivate let outerChanges: Set<SlotRead>
  fileprivate let eventCount: Int
  fileprivate let depth: Int
  fileprivate let callCounts: [ObjectIdentifier: Int]
}

extension TestScope {
  /// Begins a part with other demands.
  func beginPart(_ exhaustivity: Exhaustivity) -> TestPart {
    let changes = trees.flatMap(\.unasserted.changedSlots)
    let (probes, depth) = state.withLock { state in
      state.partDepth += 1
      return (state.probes, state.partDepth)
    }
    for tree in trees { tree.wholeState?.beginPart(depth: depth) }
    for unasserted in testerNotes { unasserted.beginPart(depth: depth) }
    let counts = probes.map { (ObjectIdentifier($0), $0.callCount) }
    return state.withLock { state in
      defer {
        state.exhaustivity = exhaustivity
        state.outerChanges.formUnion(changes)
      }
      return TestPart(
        exhaustivity: exhaustivity,
        outerExhaustivity: state.exhaustivity,
        outerChanges: state.outerChanges,
        eventCount: state.events.count,
        depth: depth,
        callCounts: Dictionary(uniqueKeysWithValues: counts)
      )
    }
  }

  /// Goes back to the demands around a part.
  func endPart(_ part: TestPart) {
    let depth = state.withLock { state in
      state.exhaustivity = part.outerExhaustivity
      state.outerChanges = part.outerChanges
      state.partDepth -= 1
      return state.partDepth
    }
    for tree in trees { tree.wholeState?.endPart(depth: depth) }
  }

  /// Notes what testers have noted in a section, and need not be asserted.
  func endFacets(of part: TestPart, at callSite: CallSite) {
    for unasserted in testerNotes {
      unasserted.endPart(depth: part.depth, demanding: part.exhaustivity, at: callSite)
    }
  }

  /// Notes that events and calls in a section need not be asserted, if its demands do not include them.
  func excuseCalls(of part: TestPart) {
    let probes = state.withLock { state in
      if part.exhaustivity.isDisjoint(with: .events) {
        for number in state.events.indices.dropFirst(part.eventCount) {
          state.events[number].isExcused = true
        }
      }
      return state.probes
    }
    guard part.exhaustivity.isDisjoint(with: .probes) else { return }
    for probe in probes { probe.excuseCalls(after: part.callCounts[ObjectIdentifier(probe)] ?? 0) }
  }
}
