/// How a ``CancellationScope`` starts a task, apart from the task's body.
public struct TaskOptions: Sendable {
  /// The label that the task is registered with.
  var label: WorkLabel
  // The priority as a number. The layout of the standard library's type is unknown at compile time, so each copy of the
  // options would ask the runtime for it.
  private(set) var priorityValue: UInt8?
  /// The executor that the task prefers; `nil` means the running simulation's, else the global one.
  public var executor: (any TaskExecutor)?

  /// Makes options.
  public init(
    name: String? = nil,
    priority: TaskPriority? = nil,
    executor: (any TaskExecutor)? = nil,
    callSite: CallSite,
    function: StaticString? = nil
  ) {
    label = WorkLabel(name: name, function: function, callSite: callSite)
    priorityValue = priority?.rawValue
    self.executor = executor
  }

  /// The task's name, for reports and debuggers.
  public var name: String? {
    get { label.name }
    set { label.name = newValue }
  }

  /// The task's priority; `nil` takes over that of the running task.
  public var priority: TaskPriority? {
    get { priorityValue.map(TaskPriority.init(rawValue:)) }
    set { priorityValue = newValue?.rawValue }
  }

  /// The line that the task is reported with.
  public var callSite: CallSite {
    get { label.callSite }
    set { label.callSite = newValue }
  }

  /// The function that contains the line; it names a task without a name.
  public var function: StaticString? {
    get { label.function }
    set { label.function = newValue }
  }

  /// The name, or one made of function and line: `onActivate() @ Counter.swift:42`; `nil` without
  /// either.
  public var displayName: String? { label.displayName }
}
