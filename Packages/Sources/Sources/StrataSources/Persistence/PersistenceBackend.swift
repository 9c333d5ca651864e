import Foundation

/// The location of a stored value, with the functions that read and write it.
struct PersistenceBackend<Value: Sendable>: Sendable {
  /// The stored value, with the time at which it was stored, if there is one.
  let read: @Sendable () throws(PersistenceError) -> (value: Value, date: Date)?
  /// Stores a value.
  let write: @Sendable (Value, Date) throws(PersistenceError) -> Void
  /// Removes the stored value.
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
