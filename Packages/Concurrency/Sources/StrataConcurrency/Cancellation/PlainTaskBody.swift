/// What a task of the most common kind does; nobody but the task holds it.
///
/// A task lets go of what it does when that has returned, before those who wait for the task are told.
/// So the end of this is the end of the work.
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
    // SAFETY: this holds the scope until after its deinit; to count it here as well would be for nothing.
    unsafe Unmanaged.passUnretained(scope)._withUnsafeGuaranteedRef { $0.finish(id) }
  }
}
