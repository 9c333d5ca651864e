import Foundation

/// Where a kept value is, and how it is read and written.
struct PersistenceBackend<Value: Sendable>: Sendable {
  /// What is kept, with the time at which it was, if anything is.
  let read: @Sendable () throws(PersistenceError) -> (value: Value, date: Date)?
  /// Keeps a value.
  let write: @Sendable (Value, Date) throws(PersistenceError) -> Void
  /// Forgets what is kept.
  let remove: @Sendable () throws(PersistenceError) -> Void
  /// Called when the source goes.
  let close: @Sendable () -> Void

  init(
    read: @escaping @Sendable () throws(PersistenceError) -> (value: Value, date: Date)?,
    write: @escaping @Sendable (Value, Date) throws(PersistenceError) -> Void,
    remove: @escaping @Sendable () throws(PersistenceError) -> Void,
    close: @escaping @Sendable () -> Void = {}
  ) {
    self.read = read
    self.write = write
    self.remove = remove
    self.close = close
  }
}
