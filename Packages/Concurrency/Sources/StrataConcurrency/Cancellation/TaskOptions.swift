/// How a ``CancellationScope`` starts a task, beyond what the task does.
public struct TaskOptions: Sendable {
  /// What the task is registered with.
  var label: WorkLabel
  // Its number: the layout of the standard library's type is not known when this is compiled, so each
  // copy of the options would ask the runtime for it.
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

  /// The function that the line is in, of which a task without a name gets one.
  public var function: StaticString? {
    get { label.function }
    set { label.function = newValue }
  }

  /// The name, or one made of function and line: `onActivate() @ Counter.swift:42`; `nil` without
  /// either.
  public var displayName: String? { label.displayName }
}
