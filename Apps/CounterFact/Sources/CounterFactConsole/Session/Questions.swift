import CounterFactModels
import Strata
import StrataConcurrency
import StrataRendering

/// The questions of a session: those that await an answer, and those that have ended since they were taken.
///
/// Each question is observed by itself. An answer therefore costs the same beside one question and beside thousands.
final class Questions: Sendable {
  /// The state of a question.
  ///
  /// It holds the failure, because the question's model may have left when the session looks.
  enum Progress: Sendable {
    case running
    case ended(FactFailure?)
  }

  /// A question that awaits no answer any more.
  struct Ended: Sendable {
    let id: FactRequestModel.ID
    let failure: FactFailure?
  }

  private struct Contents: Sendable {
    var running: Set<FactRequestModel.ID> = []
    var probes: [FactRequestModel.ID: RenderProbe<Progress>] = [:]
    var ended: [Ended] = []
    /// The probes of ended questions, which are released outside of their own callbacks.
    var spent: [RenderProbe<Progress>] = []
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let contents = Locked(Contents(), rank: .leaf)

  /// Whether an answer is awaited.
  var isAnyRunning: Bool { contents.withLock { !$0.running.isEmpty } }

  /// Follows a question that was just asked; does nothing if it is followed already.
  ///
  /// - Parameters:
  ///   - request: The question's model.
  ///   - progress: Whether the answer is still awaited, or why there is none.
  func follow(_ request: FactRequestModel, progress: @escaping @Sendable () -> Progress) {
    let id = request.id
    guard contents.withLock({ $0.running.insert(id).inserted }) else { return }
    let probe = RenderProbe(body: progress) { [weak self] progress in
      if case .ended(let failure) = progress { self?.end(id, Ended(id: id, failure: failure)) }
    }
    contents.withLock { contents in
      if contents.running.contains(id) { contents.probes[id] = probe }
    }
  }

  /// Stops following a question whose counter is about to be removed.
  func forget(_ request: FactRequestModel) {
    let id = request.id
    // Before the model leaves, because a probe that follows it would read it after its end.
    contents.withLock { $0.probes[id] }?.cancel()
    end(id, nil)
  }

  /// Takes the questions that have ended since the last call, in the order of their ends.
  func takeEnded() -> [Ended] {
    let (ended, spent) = contents.withLock { contents in
      defer { (contents.ended, contents.spent) = ([], []) }
      return (contents.ended, contents.spent)
    }
    withExtendedLifetime(spent) {}
    return ended
  }

  /// Waits until no answer is awaited.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isIdle = contents.withLock { contents in
        if !contents.running.isEmpty { contents.waiters.append(continuation) }
        return contents.running.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }

  private func end(_ id: FactRequestModel.ID, _ ended: Ended?) {
    let waiters: [CheckedContinuation<Void, Never>] = contents.withLock { contents in
      guard contents.running.remove(id) != nil else { return [] }
      if let probe = contents.probes.removeValue(forKey: id) {
        contents.spent.append(probe)
      }
      if let ended { contents.ended.append(ended) }
      guard contents.running.isEmpty else { return [] }
      defer { contents.waiters = [] }
      return contents.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
