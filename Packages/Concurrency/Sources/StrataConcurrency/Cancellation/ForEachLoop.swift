/// The loop behind `forEach`.
struct ForEachLoop<Element: Sendable>: Sendable {
  let scope: CancellationScope
  let options: ForEachOptions
  let taskOptions: TaskOptions
  let stop: LoopStop
  let operation: @Sendable (Element) async throws -> Void
  let failed: @Sendable (any Error) async -> Void

  /// Consumes a sequence; throws the error of the sequence.
  func run<Elements: AsyncSequence>(
    _ sequence: Elements,
    isolation: isolated (any Actor)? = #isolation
  ) async throws where Elements.Element == Element {
    if options.contains(.cancelPrevious) {
      try await runReplacing(sequence)
    } else {
      try await runInSequence(sequence)
    }
  }

  private func runInSequence<Elements: AsyncSequence>(
    _ sequence: Elements,
    isolation: isolated (any Actor)? = #isolation
  ) async throws where Elements.Element == Element {
    var iterator = sequence.makeAsyncIterator()
    while !Task.isCancelled, let element = try await iterator.next(isolation: isolation) {
      guard await body(element) else { return }
    }
  }

  // The body runs in a task of its own, so the loop can wait for the next element meanwhile. A task group would not do,
  // because a group that has cancelled its children also cancels those that are added later.
  private func runReplacing<Elements: AsyncSequence>(
    _ sequence: Elements,
    isolation: isolated (any Actor)? = #isolation
  ) async throws where Elements.Element == Element {
    let running = RunningBody()
    try await withTaskCancellationHandler {
      do {
        var iterator = sequence.makeAsyncIterator()
        while !Task.isCancelled, let element = try await iterator.next(isolation: isolation) {
          await running.cancelAndWait()
          guard !Task.isCancelled else { break }
          running.replace(
            with: makeTask {
              // A body that has not begun when the loop is cancelled does not begin.
              if running.mayBegin, await !body(element) { stop.request() }
            }
          )
        }
        await running.wait()
      } catch {
        // No task outlives the loop, even when the sequence has failed.
        await running.cancelAndWait()
        throw error
      }
    } onCancel: {
      running.cancelForGood()
    }
  }

  /// Runs the operation and handles its error; returns whether the loop goes on.
  private func body(
    _ element: Element,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    do {
      // An element that arrives after the loop was cancelled does not belong to the loop any more.
      guard options.contains(.cancelPrevious) || !Task.isCancelled else { return false }
      let operation = operation
      return try await scope.runBody(taskOptions) { try await operation(element) }
    } catch is CancellationError {
      return true
    } catch {
      guard !Task.isCancelled else { return true }
      await failed(error)
      return !options.contains(.abortIfOperationThrows)
    }
  }

  private func makeTask(
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    let (name, callSite) = (taskOptions.name, taskOptions.callSite)
    return if let executor = taskOptions.executor ?? SimulatedExecutor.current {
      Task(name: name, executorPreference: executor) {
        _ = isolation
        SimulatedExecutor.currentTaskBegins(name, at: callSite)
        await body()
        SimulatedExecutor.currentTaskEnds()
      }
    } else {
      Task(name: name) {
        _ = isolation
        await body()
      }
    }
  }
}

extension ForEachLoop where Element == Never {
  /// Reports an error that is not caught.
  static func report(_ error: any Error, of subject: StaticString, at callSite: CallSite) {
    let name = ReportedValue.name(of: error)
    ReportSink.report(
      text(of: "\(error)", subject),
      withoutValues: text(of: name, subject),
      at: callSite
    )
  }

  private static func text(of error: String, _ subject: StaticString) -> String {
    """
    \(subject) threw \(error). Handle the error in the operation, or pass `catch:` to receive it.
    """
  }
}

/// Lets a body end its loop while the loop waits for an element.
///
/// The lock has rank ``LockRank/leaf``.
final class LoopStop: Sendable {
  private struct State {
    var work: CancellationHandle?
    var isRequested = false
  }

  private let state = Locked(State(), rank: .leaf)

  /// Notes the work of the loop, which may have been cancelled before.
  func aim(at work: CancellationHandle) {
    let isRequested = state.withLock { state in
      state.work = work
      return state.isRequested
    }
    if isRequested { work.cancel() }
  }

  func request() {
    let work = state.withLock { state in
      state.isRequested = true
      return state.work
    }
    work?.cancel()
  }
}

/// The body that a replacing loop has running; cancelling the loop reaches it from any thread.
///
/// The lock has rank ``LockRank/leaf``.
private final class RunningBody: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let state = Locked(State(), rank: .leaf)

  func replace(with task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Whether the loop has not been cancelled.
  var mayBegin: Bool { state.withLock { !$0.isCancelled } }

  func cancelForGood() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  func wait() async {
    await state.withLock { $0.task }?.value
  }

  func cancelAndWait() async {
    guard let task = state.withLock({ $0.task }) else { return }
    task.cancel()
    await task.value
  }
}
