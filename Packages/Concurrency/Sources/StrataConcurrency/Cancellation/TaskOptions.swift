/// How a ``CancellationScope`` starts a task, beyond what the task does.
public struct TaskOptions: Sendable {
  /// The task's name, for reports and debuggers.
  public var name: String?
  /// The task's priority; `nil` takes over that of the running task.
  public var priority: TaskPriority? {
    get { priorityValue.map(TaskPriority.init(rawValue:)) }
    set { priorityValue = newValue?.rawValue }
  }
  // Its number: the layout of the standard library's type is not known when this is compiled, so each
  // copy of the options would ask the runtime for it.
  private var priorityValue: UInt8?
  /// The executor that the task prefers; `nil` means the running simulation's, else the global one.
  public var executor: (any TaskExecutor)?
  /// The line that the task is reported with.
  public var callSite: CallSite
  /// The function that the line is in, of which a task without a name gets one.
  public var function: StaticString?

  /// Makes options.
  public init(
    name: String? = nil,
    priority: TaskPriority? = nil,
    executor: (any TaskExecutor)? = nil,
    callSite: CallSite,
    function: StaticString? = nil
  ) {
    self.name = name
    priorityValue = priority?.rawValue
    self.executor = executor
    self.callSite = callSite
    self.function = function
  }

  /// The name, or one made of function and line: `onActivate() @ Counter.swift:42`; `nil` without
  /// either.
  public var displayName: String? { label.displayName }

  /// What the task is registered with.
  var label: WorkLabel { WorkLabel(name: name, function: function, callSite: callSite) }
}
