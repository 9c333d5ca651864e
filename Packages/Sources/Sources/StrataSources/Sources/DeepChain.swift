import StrataConcurrency
import StrataCore

/// Splits long chains of operators, so that they may be longer than a stack is deep.
///
/// An operator is notified inside the call that notifies the one before it, and released inside the release of the one
/// behind it. After every ``length`` operators, the following work waits until the earlier operators have returned. A
/// loop further down the same stack then does that work. It runs on the same thread, before the call returns that has
/// begun it.
enum DeepChain {
  /// How many operators are inside one another.
  static let length = 32

  /// The work that waits on a thread.
  private final class Work {
    /// The position, in its chain, of the operator that has begun the loop.
    let depth: Int
    /// How many releases are inside one another now.
    var level = 0
    var jobs: [() -> Void] = []

    init(depth: Int) { self.depth = depth }
  }

  private static let deliveries = ThreadWord("DeepChain")
  private static let releases = ThreadWord("DeepChain")

  /// Works a line off, now or, behind operators of the same chain, in the loop that one of them has begun.
  ///
  /// - Parameters:
  ///   - line: The work that waits for an operator.
  ///   - depth: How many operators are before it.
  static func deliver(_ line: WaitingLine, at depth: Int) {
    // A loop of an operator that is as deep or deeper belongs to another chain. A subscriber of that chain has set the
    // source of this one, and expects its subscribers to be notified when the setter returns.
    if let work = deliveries.object(Work.self), work.depth < depth {
      return work.jobs.append { line.workOff() }
    }
    loop(deliveries, Work(depth: depth)) { line.workOff() }
  }

  /// Releases an object, now or in the loop of a release that this one is too deep in.
  static func release(_ body: @escaping () -> Void) {
    guard let work = releases.object(Work.self) else {
      return loop(releases, Work(depth: 0), beginningWith: body)
    }
    guard work.level < length else { return work.jobs.append(body) }
    work.level += 1
    body()
    work.level -= 1
  }

  private static func loop(
    _ word: borrowing ThreadWord,
    _ work: Work,
    beginningWith first: () -> Void
  ) {
    word.with(work) {
      first()
      while !work.jobs.isEmpty {
        let jobs = work.jobs
        work.jobs = []
        for job in jobs { job() }
      }
    }
  }
}

/// The notifications for an operator deep in a chain, in order, one at a time.
final class WaitingLine: Sendable {
  private struct State {
    var jobs: [UncheckedTransfer<() -> Void>] = []
    var isBeingWorkedOff = false
  }

  private let state = Locked(State(), rank: .leaf)

  init() {}

  func append(_ job: @escaping () -> Void) {
    let job = UncheckedTransfer(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// Does the waiting work; if another thread is working it off already, leaves it to that thread.
  func workOff() {
    var isMine = false
    while true {
      let jobs = state.withLock { state -> [UncheckedTransfer<() -> Void>] in
        if state.isBeingWorkedOff && !isMine { return [] }
        defer { state.jobs = [] }
        state.isBeingWorkedOff = !state.jobs.isEmpty
        return state.jobs
      }
      if jobs.isEmpty { return }
      isMine = true
      for job in jobs { job.value() }
    }
  }
}

/// A source as its followers see it, whatever its model.
protocol ChainedSource: AnyObject {
  /// How many operators it is behind its first source, as far as it is known.
  var depth: Int { get set }
  /// The sources whose models its own first model is made of.
  var inputs: [any ChainedSource] { get }
  var hasModel: Bool { get }
  /// Whether its model is another than the one that it began with.
  var hasChanged: Bool { get }
  /// Whether the model is made of other sources' alone.
  var isDerived: Bool { get }
  func prepareModel()
  /// Notifies observers that the model follows another source's.
  func noteFollowing(_ source: Context)
}

extension ChainedSource {
  /// The first sources of the chain, if no source of it has a model yet; `nil` if one has, or if they are not known.
  var unusedRoots: [any ChainedSource]? {
    var roots: [any ChainedSource] = []
    var waiting: [any ChainedSource] = [self]
    while let source = waiting.popLast() {
      if source.hasModel { return nil }
      let inputs = source.inputs
      if inputs.isEmpty, source.isDerived { return nil }
      if inputs.isEmpty { roots.append(source) } else { waiting += inputs }
    }
    return roots
  }

  /// Makes the models that this source's first model is made of, the first of a chain first.
  func prepareInputs() {
    // The first input comes last, because it is the first to be followed.
    var waiting: [(source: any ChainedSource, isNext: Bool)] = inputs.reversed().map { ($0, false) }
    while let (source, isNext) = waiting.popLast() {
      if source.hasModel { continue }
      if isNext {
        source.prepareModel()
      } else {
        waiting.append((source, true))
        waiting += source.inputs.reversed().map { ($0, false) }
      }
    }
  }
}
