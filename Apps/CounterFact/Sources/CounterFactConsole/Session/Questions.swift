import CounterFactModels
import Strata
import StrataConcurrency
import StrataRendering

/// The questions of a session: those that await an answer, and those that have ended since they were taken.
///
/// Each question is observed by itself. An answer therefore costs the same beside one question and beside thousands.
final class Questions: Sendable {
  private struct Contents: Sendable {
    var running: Set<FactRequestModel.ID> = []
    var probes: [FactRequestModel.ID: RenderProbe<Bool>] = [:]
    var ended: [FactRequestModel] = []
    /// The probes of ended questions, which are released outside of their own callbacks.
    var spent: [RenderProbe<Bool>] = []
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let contents = Locked(Contents(), rank: .leaf)

  /// Whether an answer is awaited.
  var isAnyRunning: Bool { contents.withLock { !$0.running.isEmpty } }

  /// Follows a question that was just asked; does nothing if it is followed already.
  ///
  /// - Parameters:
  ///   - request: The question's model.
  ///   - isRunning: Whether the answer is still awaited.
  func follow(_ request: FactRequestModel, isRunning: @escaping @Sendable () -> Bool) {
    let id = request.id
    guard contents.withLock({ $0.running.insert(id).inserted }) else { return }
    let probe = RenderProbe(body: isRunning) { [weak self] isRunning in
      if !isRunning { self?.end(request, isShown: true) }
    }
    contents.withLock { contents in
      if contents.running.contains(id) { contents.probes[id] = probe }
    }
  }

  /// Stops following a question whose counter was removed.
  func forget(_ request: FactRequestModel) { end(request, isShown: false) }

  /// Takes the questions that have ended since the last call, in the order of their ends.
  func takeEnded() -> [FactRequestModel] {
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

  private func end(_ request: FactRequestModel, isShown: Bool) {
    let id = request.id
    let waiters: [CheckedContinuation<Void, Never>] = contents.withLock { contents in
      guard contents.running.remove(id) != nil else { return [] }
      if let probe = contents.probes.removeValue(forKey: id) {
        contents.spent.append(probe)
      }
      if isShown { contents.ended.append(request) }
      guard contents.running.isEmpty else { return [] }
      defer { contents.waiters = [] }
      return contents.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
