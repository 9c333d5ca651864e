import StrataConcurrency
import StrataCore

/// One property that was read, and whether it was still active.
struct StateRead {
  let read: SlotRead
  /// Whether its context had left its tree when the assertion was evaluated.
  let isDead: Bool
}

/// One evaluation of an assertion: its reads, and the calls and events that it matches.
///
/// A call or event can be matched once. Matches count when all predicates are met, and are forgotten with the
/// frame if not.
final class AssertionFrame: Sendable {
  @TaskLocal private static var innermost: AssertionFrame?

  /// The evaluation that runs on this task; `nil` in a task that an evaluation has started and that
  /// outlives it.
  static var current: AssertionFrame? {
    innermost.flatMap { $0.isOver.withLock { $0 } ? nil : $0 }
  }

  private let isOver = Locked(false, rank: .leaf)
  let host: any AssertionHost
  private let recording = ReadRecording()
  private let matches = Locked<Set<Match>>([], rank: .leaf)

  /// An event or a call that can be asserted once.
  enum Match: Hashable {
    case call(probe: ObjectIdentifier, number: Int)
    case event(number: Int)
  }

  init(_ host: some AssertionHost) {
    self.host = host
  }

  /// Runs an assertion's closure.
  func evaluate(_ body: () -> [TestPredicate]) -> [TestPredicate] {
    defer { isOver.withLock { $0 = true } }
    return recording.record { AssertionFrame.$innermost.withValue(self, operation: body) }
  }

  /// The reads.
  var reads: [SlotRead] { recording.reads }

  /// The reads, and the sources of the values that were read.
  var coveredReads: [SlotRead] {
    let reads = reads
    var known = Set(reads.map(\.context.id))
    var waiting = reads.flatMap { host.followed(by: $0.context) }
    var covered = reads
    while let context = waiting.popLast() {
      guard known.insert(context.id).inserted else { continue }
      covered += context.layout.slots.indices.map { SlotRead(context: context, slot: $0) }
      waiting += host.followed(by: context)
    }
    return covered
  }

  /// The calls and events that it has matched.
  var matched: Set<Match> { matches.withLock { $0 } }

  /// Matches the first of some that is not matched yet.
  ///
  /// - Returns: Whether there was one.
  func match(firstOf candidates: some Sequence<Match>) -> Bool {
    let candidates = Array(candidates)
    return matches.withLock { matches in
      guard let free = candidates.first(where: { !matches.contains($0) }) else { return false }
      matches.insert(free)
      return true
    }
  }

  /// Sets the line of a predicate, and the reads that were made for it.
  static func place(_ predicate: TestPredicate, at callSite: CallSite) -> TestPredicate {
    var predicate = predicate
    predicate.callSite = predicate.callSite ?? callSite
    if let current { predicate.reads = current.takeReads() }
    return predicate
  }

  private let attributed = Locked(0, rank: .leaf)

  private func takeReads() -> ArraySlice<StateRead> {
    let reads = reads
    let first = attributed.withLock { attributed in
      defer { attributed = reads.count }
      return attributed
    }
    return reads[first...].map {
      let phase = $0.context.currentPhase
      return StateRead(read: $0, isDead: phase == .sealed || phase == .removed)
    }[...]
  }
}
