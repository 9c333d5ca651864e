/// The memory of a scope's table.
///
/// This is a pointer, not an object. Each access to a variable of an object is checked for exclusivity at run time,
/// which took a tenth of the time of registering. The scope's lock ensures that exclusivity.
@safe
struct WorkStorage {
  // SAFETY: allocated and initialised by `make`, and freed by the scope's deinit alone. It is reached only while the
  // scope's lock is held, by one piece of code at a time.
  private nonisolated(unsafe) let pointer: UnsafeMutablePointer<WorkTable>

  static func make() -> WorkStorage {
    let pointer = UnsafeMutablePointer<WorkTable>.allocate(capacity: 1)
    unsafe pointer.initialize(to: WorkTable())
    return unsafe WorkStorage(pointer: pointer)
  }

  /// The table; only under the scope's lock.
  var table: WorkTable {
    @inline(__always)
    unsafeAddress { unsafe UnsafePointer(pointer) }
    @inline(__always)
    nonmutating unsafeMutableAddress { unsafe pointer }
  }

  /// Gives the memory back.
  ///
  /// - Precondition: Called once, at the end of the scope.
  func free() {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }
}
