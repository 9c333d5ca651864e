import StrataConcurrency
import Testing

/// The probes and the testers of tests that run outside of all scopes, so that a tester checks the calls of every
/// probe of its test.
enum ProbeRegistry {
  private struct Group: Sendable {
    var probes: [WeakProbe] = []
    var scopes: [WeakScope] = []

    var isEmpty: Bool {
      probes.allSatisfy { $0.probe == nil } && scopes.allSatisfy { $0.scope == nil }
    }
  }

  private struct WeakProbe: Sendable {
    weak let probe: (any AssertableCalls)?
  }

  private static let groups = Locked<[TestIdentity: Group]>([:], rank: .leaf)

  /// Notes a probe that was made outside of all scopes.
  static func add(_ probe: any AssertableCalls) {
    let scopes = groups.withLock { groups in
      groups[.current, default: Group()].probes.append(WeakProbe(probe: probe))
      return groups[.current]?.scopes ?? []
    }
    for scope in scopes { scope.scope?.adopt(probe) }
  }

  /// Notes the scope of a tester that was made outside of all scopes.
  static func add(_ scope: TestScope) {
    let probes = groups.withLock { groups in
      groups = groups.filter { !$0.value.isEmpty }
      groups[.current, default: Group()].scopes.append(WeakScope(scope: scope))
      return groups[.current]?.probes ?? []
    }
    for probe in probes.compactMap(\.probe) { scope.adopt(probe) }
  }
}

/// The running test, as far as it can be known without a scope.
private struct TestIdentity: Hashable {
  private let test: Test.ID?
  private let task: Int?
  private let thread: ThreadIdentity?

  static var current: TestIdentity {
    // SAFETY: the task is hashed inside the closure, and not retained.
    let task = unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
    return TestIdentity(test: Test.current?.id, task: task, thread: task == nil ? .current : nil)
  }
}

/// A weak reference to a scope.
struct WeakScope: Sendable {
  weak let scope: TestScope?
}

extension TestScope: AssertionHost {
  /// Lets calls take part: those that were never asserted fail the test.
  func add(_ calls: any AssertableCalls) {
    state.withLock { state in
      if !state.probes.contains(where: { $0 === calls }) { state.probes.append(calls) }
    }
  }

  /// Adds a probe that was made in the same test, outside of all scopes.
  ///
  /// If one probe takes part in several testers, the last one to end checks its calls.
  fileprivate func adopt(_ probe: any AssertableCalls) {
    let isNew = state.withLock { state in
      guard state.phase == .open, !state.probes.contains(where: { $0 === probe }) else {
        return false
      }
      state.probes.append(probe)
      return state.adopted.insert(ObjectIdentifier(probe)).inserted
    }
    if isNew { probe.adoptions.withLock { $0 += 1 } }
  }

  /// Whether another tester will check a probe's calls.
  func leaves(_ probe: any AssertableCalls) -> Bool {
    guard state.withLock({ $0.adopted.contains(ObjectIdentifier(probe)) }) else { return false }
    return probe.adoptions.withLock { $0 > 1 }
  }

  /// Removes probes of other testers from this scope.
  func releaseProbes() {
    let adopted = state.withLock { state in
      defer { state.adopted = [] }
      return state.probes.filter { state.adopted.contains(ObjectIdentifier($0)) }
    }
    for probe in adopted { probe.adoptions.withLock { $0 -= 1 } }
  }
}
