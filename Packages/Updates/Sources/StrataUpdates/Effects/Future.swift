/// A value that an asynchronous closure gives later: the bridge from `async` functions to effects.
///
/// ```swift
/// Future { await service.load() }.map(Action.loaded).fx
/// Future { try await service.load() }.fx(catch: Action.failed)
/// ```
///
/// It is a description, run each time its effects are.
public struct Future<Output: Sendable, Failure: Error>: Sendable {
  let operation: @Sendable () async -> Result<Output, Failure>

  init(result operation: @escaping @Sendable () async -> Result<Output, Failure>) {
    self.operation = operation
  }

  /// The same future with its value replaced by the result of a closure.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Output) -> Other
  ) -> Future<Other, Failure> {
    Future<Other, Failure>(result: { await operation().map(transform) })
  }
}

extension Future where Failure == Never {
  /// A value that a closure gives.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task it runs in; `nil` for that of the task which starts it.
  ///   - operation: Gives the value.
  public init(
    priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable () async -> Output
  ) {
    self.init(result: {
      .success(await Self.withPriority(priority, operation))
    })
  }

  /// A value that a closure gives in a detached task: with nothing of the task that starts it but its
  /// cancellation.
  public static func detached(
    priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable () async -> Output
  ) -> Future {
    Future(result: {
      let task = Task.detached(priority: priority) { await operation() }
      return await withTaskCancellationHandler {
        .success(await task.value)
      } onCancel: {
        task.cancel()
      }
    })
  }

  private static func withPriority(
    _ priority: TaskPriority?,
    _ operation: @escaping @Sendable () async -> Output
  ) async -> Output {
    guard let priority else { return await operation() }
    return await withTaskGroup { group in
      group.addTask(priority: priority) { await operation() }
      // The group has one task, so there is a first result.
      for await output in group { return output }
      return await operation()
    }
  }

  /// Effects that produce the value: an action.
  public var fx: Fx<Output> { .future { await operation().get() } }
}

extension Future where Failure == any Error {
  /// A value that a closure gives unless it throws.
  ///
  /// - Parameter operation: Gives the value.
  public init(_ operation: @escaping @Sendable () async throws -> Output) {
    self.init(result: {
      do { return .success(try await operation()) } catch { return .failure(error) }
    })
  }

  /// A value that a closure gives in a detached task unless it throws.
  public static func detached(
    priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable () async throws -> Output
  ) -> Future {
    Future(result: {
      let task = Task.detached(priority: priority) { try await operation() }
      return await withTaskCancellationHandler {
        await task.result
      } onCancel: {
        task.cancel()
      }
    })
  }
}

extension Future {
  /// Effects that produce the value, or an action made of the error: effects never fail.
  public func fx(catch failed: @escaping @Sendable (Failure) -> Output) -> Fx<Output> {
    .future {
      switch await operation() {
      case .success(let output): output
      case .failure(let error): failed(error)
      }
    }
  }
}
