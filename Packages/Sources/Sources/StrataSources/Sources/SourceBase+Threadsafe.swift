import StrataCore

extension SourceBase {
  /// Protects a single property of a source.
  ///
  /// ```swift
  /// @Threadsafe private var attempts = 0
  /// attempts += 1  // no update is lost between threads
  /// ```
  ///
  /// Reading, setting and changing in place are each one step for all threads. Other properties can be used during a
  /// change in place.
  @propertyWrapper
  public struct Threadsafe<Value> {
    private let context: Context
    private let slot = Slot<ThreadsafeCell<Value>>(uncheckedIndex: 0)

    /// Makes a property with its first value.
    public init(wrappedValue: Value) {
      context = Context(
        layout: .single(of: Self.self, "value", ThreadsafeCell<Value>.self, name: "Threadsafe")
      )
      context.initialize(slot, to: ThreadsafeCell(value: wrappedValue))
    }

    /// The value.
    public var wrappedValue: Value {
      get { withUntrackedReads { context.read(slot).value } }
      nonmutating set { context.write(slot, ThreadsafeCell(value: newValue)) }
      nonmutating _modify { yield &context[slot].value }
    }
  }
}

extension SourceBase.Threadsafe: Sendable where Value: Sendable {}

/// A value in a slot of its own.
struct ThreadsafeCell<Value> {
  var value: Value
}

extension ThreadsafeCell: Sendable where Value: Sendable {}
