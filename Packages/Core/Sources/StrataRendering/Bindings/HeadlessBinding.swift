/// Reads and writes a value that another object owns.
///
/// Spelled `Binding` where SwiftUI cannot be imported.
///
/// ```swift
/// let name = HeadlessBinding(get: { person.name }, set: { person.name = $0 })
/// name.wrappedValue = "Ada"
/// name.count.wrappedValue  // 3
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct HeadlessBinding<Value>: Sendable {
  private let read: @Sendable () -> Value
  private let write: @Sendable (Value, RecordedTransaction) -> Void
  /// The transaction in which writes are shown; see ``transaction(_:)``.
  public let transaction: RecordedTransaction?

  /// Makes a binding from a getter and a setter.
  public init(
    get: @escaping @Sendable () -> Value,
    set: @escaping @Sendable (Value) -> Void
  ) {
    self.init(get: get, set: { value, _ in set(value) })
  }

  /// Makes a binding whose setter receives the transaction of each write.
  public init(
    get: @escaping @Sendable () -> Value,
    set: @escaping @Sendable (Value, RecordedTransaction) -> Void
  ) {
    self.init(read: get, write: set, transaction: nil)
  }

  private init(
    read: @escaping @Sendable () -> Value,
    write: @escaping @Sendable (Value, RecordedTransaction) -> Void,
    transaction: RecordedTransaction?
  ) {
    self.read = read
    self.write = write
    self.transaction = transaction
  }

  /// The value.
  ///
  /// A write runs inside the binding's transaction, or the current one.
  public var wrappedValue: Value {
    get { read() }
    nonmutating set {
      let transaction = transaction ?? .current
      transaction.run { write(newValue, transaction) }
    }
  }

  /// The binding itself, so that `$name` passes it on.
  public var projectedValue: HeadlessBinding { self }

  /// A binding to a property of the value.
  public subscript<Subject>(
    dynamicMember keyPath: any WritableKeyPath<Value, Subject> & Sendable
  ) -> HeadlessBinding<Subject> {
    HeadlessBinding<Subject>(
      read: { read()[keyPath: keyPath] },
      write: { subject, transaction in
        var value = read()
        value[keyPath: keyPath] = subject
        write(value, transaction)
      },
      transaction: transaction
    )
  }

  /// A binding that gives one value and ignores writes.
  public static func constant(_ value: Value) -> HeadlessBinding where Value: Sendable {
    HeadlessBinding(get: { value }, set: { _ in })
  }

  /// The same binding, whose writes run in a transaction of their own.
  public func transaction(_ transaction: RecordedTransaction) -> HeadlessBinding {
    HeadlessBinding(read: read, write: write, transaction: transaction)
  }

  /// The same binding, whose writes are to be shown with an animation.
  public func animation(_ animation: RecordedAnimation? = .default) -> HeadlessBinding {
    transaction(RecordedTransaction(animation: animation))
  }
}
