public import StrataConcurrency
import StrataCore

/// Evaluates a body as a user interface would: again whenever one of its sources has changed.
///
/// ```swift
/// let probe = RenderProbe { "count: \(counter.count)" }
/// counter.count += 1
/// probe.output       // "count: 1"
/// probe.evaluations  // 2
/// ```
///
/// Several changes before the delivery runs are one evaluation. A change of a property that the body did not read
/// does not wake it. An output is a consistent snapshot of one commit: if a commit of another thread supersedes
/// an evaluation, it is repeated at once.
///
/// Two trees have no commit in common. A body that reads two stores, or a source and what an operator makes of it, may
/// see one before a commit of another thread and the other after it. It is evaluated again when the second follows.
public final class RenderProbe<Output: Sendable>: Cancellable {
  private struct State: Sendable {
    var output: Output?
    var evaluations = 0
    var isCancelled = false
    var animation: RecordedAnimation?
    /// The thread that evaluates.
    var evaluator: ThreadIdentity?
    /// Whether the running evaluation has changed its own sources.
    var isClosed = false
    /// How many evaluations in a row have done that.
    var closedCount = 0

    /// Records the end of an evaluation.
    ///
    /// - Returns: Whether it is one too many that has changed its own sources.
    mutating func noteEnd(isClosed: Bool, limit: Int) -> Bool {
      closedCount = isClosed ? closedCount + 1 : 0
      guard closedCount >= limit else { return false }
      closedCount = 0
      return true
    }
  }

  /// After so many superseded evaluations, the last one counts.
  private static var mostRepeats: Int { 1_000 }
  /// After so many evaluations in a row that change their own sources, no further one follows.
  private static var mostClosed: Int { 1_000 }

  private let state = Locked(State(), rank: .leaf)
  private let tracker: Tracker
  /// Prevents an evaluation that is due from running beside the first one.
  private let order = ImmediateDelivery()
  private let keep = RenderKeep()
  private let body: @Sendable () -> Output
  private let onRender: @Sendable (Output) -> Void
  private let callSite: CallSite

  /// Evaluates a body on this thread, and again when it is out of date.
  ///
  /// - Parameters:
  ///   - executor: Runs the later evaluations; must run one at a time.
  ///   - fileID: The call site to name in reports.
  ///   - filePath: The call site to name in reports.
  ///   - line: The call site to name in reports.
  ///   - column: The call site to name in reports.
  ///   - body: The body to evaluate.
  ///   - onRender: Called with each output, on the thread of the evaluation.
  public init(
    on executor: any DeliveryExecutor = ImmediateDelivery(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    body: @escaping @Sendable () -> Output,
    onRender: @escaping @Sendable (Output) -> Void = { _ in }
  ) {
    let target = Target()
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    tracker = Tracker("render probe", at: callSite) { [keep] change in
      keep.noteTrigger(change)
    } onChange: {
      target.probe?.noteChange()
      executor.deliver { target.probe?.evaluateAgain() }
    }
    self.body = body
    self.onRender = onRender
    self.callSite = callSite
    target.probe = self
    order.deliver { self.evaluate() }
  }

  /// The output of the last evaluation.
  public var output: Output {
    if let output = state.withLock({ $0.output }) { return output }
    // This happens only before the first evaluation has ended, if the body reads its own output.
    return body()
  }

  /// The animation with which the last output is shown.
  ///
  /// That of ``HeadlessView/animation(_:value:fileID:filePath:line:column:)`` if a value of one differs, else the one
  /// in which the change was made.
  public var animation: RecordedAnimation? { state.withLock { $0.animation } }

  /// How often the body was evaluated.
  public var evaluations: Int { state.withLock { $0.evaluations } }

  /// Ends the evaluations; the last output stays.
  public func cancel() {
    state.withLock { $0.isCancelled = true }
    tracker.cancel()
  }

  /// Records a change of a source.
  private func noteChange() {
    state.withLock { if $0.evaluator == .current { $0.isClosed = true } }
  }

  /// Evaluates because something has changed, unless an evaluation has seen that by then.
  private func evaluateAgain() {
    order.deliver { if self.tracker.isStale { self.evaluate() } }
  }

  private func evaluate() {
    guard !state.withLock({ $0.isCancelled }) else { return }
    var output = evaluateOnce()
    var repeats = 0
    while repeats < Self.mostRepeats, !output.isClosed, tracker.wasSuperseded,
      !state.withLock({ $0.isCancelled })
    {
      output = evaluateOnce()
      repeats += 1
    }
    if state.withLock({ $0.noteEnd(isClosed: output.isClosed, limit: Self.mostClosed) }) {
      // The change that is due is one of its own.
      tracker.resume()
      RenderingDiagnostic.endlessEvaluation(limit: Self.mostClosed).report(at: callSite)
    }
    finish(output.value)
  }

  /// Evaluates the body.
  ///
  /// - Returns: The output, and whether the evaluation has changed its own sources.
  private func evaluateOnce() -> (value: Output, isClosed: Bool) {
    state.withLock { ($0.evaluator, $0.isClosed) = (.current, false) }
    let output = tracker.track { keep.evaluate(body) }
    let isClosed = state.withLock { state in
      state.evaluator = nil
      state.evaluations += 1
      return state.isClosed
    }
    return (output, isClosed)
  }

  private func finish(_ output: Output) {
    guard let implicit = keep.animation else {
      return store(output, RecordedTransaction.current.animation)
    }
    var transaction = RecordedTransaction.current
    transaction.animation = transaction.disablesAnimations ? nil : implicit
    transaction.run { store(output, transaction.animation) }
  }

  private func store(_ output: Output, _ animation: RecordedAnimation?) {
    let former = state.withLock { state in
      defer { (state.output, state.animation) = (output, animation) }
      return state.output
    }
    withExtendedLifetime(former) {}
    onRender(output)
  }

  /// Leads the tracker to the probe that owns it.
  private final class Target: Sendable {
    private struct Reference: Sendable {
      weak var probe: RenderProbe?
    }

    private let reference = Locked(Reference(), rank: .leaf)

    var probe: RenderProbe? {
      get { reference.withLock { $0.probe } }
      set { reference.withLock { $0.probe = newValue } }
    }
  }
}
