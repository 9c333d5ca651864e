/// The body of a task of the most common kind; only the task retains it.
///
/// A task releases its body when the body has returned, before it resumes those who wait for the task. So the deinit of
/// this object is the end of the work.
final class PlainTaskBody: Sendable {
  let scope: CancellationScope
  let operation: @Sendable () async -> Void
  let id: WorkTable.ID

  init(
    of scope: CancellationScope,
    _ id: WorkTable.ID,
    _ operation: @escaping @Sendable () async -> Void
  ) {
    self.scope = scope
    self.id = id
    self.operation = operation
  }

  deinit {
    // SAFETY: this retains the scope until after its deinit, so another retain here would be superfluous.
    unsafe Unmanaged.passUnretained(scope)._withUnsafeGuaranteedRef { $0.finish(id) }
  }
}
