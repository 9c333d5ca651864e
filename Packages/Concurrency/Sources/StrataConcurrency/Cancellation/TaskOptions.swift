/// How a ``CancellationScope`` starts a task, beyond what the task does.
public struct TaskOptions: Sendable {
  /// The task's name, for reports and debuggers.
  public var name: String?
  /// The task's priority; `nil` takes over that of the running task.
  public var priority: TaskPriority?
  /// The executor that the task prefers; `nil` means the running simulation's, else the global one.
  public var executor: (any TaskExecutor)?
  /// The line that the task is reported with.
  public var callSite: CallSite

  /// Makes options.
  public init(
    name: String? = nil,
    priority: TaskPriority? = nil,
    executor: (any TaskExecutor)? = nil,
    callSite: CallSite
  ) {
    self.name = name
    self.priority = priority
    self.executor = executor
    self.callSite = callSite
  }
}
