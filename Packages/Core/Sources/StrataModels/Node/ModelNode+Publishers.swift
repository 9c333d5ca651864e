#if canImport(Combine)
public import Combine
public import StrataConcurrency
import StrataCore

extension ModelNode {
  /// Runs a body in a task for each value of a publisher, for as long as the model is active.
  ///
  /// It is for programs of Apple's systems that already have publishers; use `forEach` for an asynchronous
  /// sequence. The subscription begins now, so no value is lost before the task begins, and values wait without
  /// bound while bodies run.
  ///
  /// - Parameters:
  ///   - publisher: The publisher to subscribe to.
  ///   - name: The task's name, for diagnostics; `onActivate() @ Counter.swift:42` when left out.
  ///   - cancelPrevious: Whether a value ends the body of the one before.
  ///   - isolation: The caller's actor.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  ///   - function: The caller, for the name.
  ///   - perform: The body.
  ///   - catch: Receives the errors of bodies; without it, they are reported.
  /// - Returns: Cancels the task and the subscription.
  @discardableResult
  public func onReceive<Source: Publisher>(
    _ publisher: Source,
    name: String? = nil,
    cancelPrevious: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    @_inheritActorContext perform: @escaping @Sendable (Source.Output) async throws -> Void,
    @_inheritActorContext catch: (@Sendable (any Error) async -> Void)? = nil
  ) -> CancellationHandle where Source.Output: Sendable, Source.Failure == Never {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let values = Multicast<Source.Output>()
    let subscription = PublisherSubscription()
    let elements = values.subscribe { subscription.cancel() }
    let work = run(
      elements,
      ForEachOptions(cancelPrevious, false),
      TaskOptions(name: name, callSite: callSite, function: function),
      isDetached: false,
      isolation: isolation,
      operation: perform,
      catch: `catch`
    )
    // Without work, nothing retains the elements from here on, and the subscription ends with them.
    subscription.hold(
      publisher.sink { _ in
        values.finish()
      } receiveValue: { value in
        values.send(value)
      }
    )
    return work
  }
}

/// Stores the closure that ends a subscription, which may be called before there is one.
///
/// The lock has rank ``LockRank/leaf``.
// SAFETY: `held` and `isCancelled` are read and written only under `lock`; ending a subscription may
// be done from any thread.
private final class PublisherSubscription: @unchecked Sendable {
  private let lock = Lock(rank: .leaf)
  private var held: AnyCancellable?
  private var isCancelled = false

  func hold(_ cancellable: AnyCancellable) {
    lock.lock()
    let isLate = isCancelled
    if !isLate { held = cancellable }
    lock.unlock()
    if isLate { cancellable.cancel() }
  }

  func cancel() {
    lock.lock()
    isCancelled = true
    let cancellable = held.take()
    lock.unlock()
    cancellable?.cancel()
  }
}
#endif
