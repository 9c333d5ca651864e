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
    private let slot = Slot<ThreadsafeStorage<Value>>(uncheckedIndex: 0)

    /// Makes a property with its first value.
    public init(wrappedValue: Value) {
      context = Context(
        layout: .single(of: Self.self, "value", ThreadsafeStorage<Value>.self, name: "Threadsafe")
      )
      context.initialize(slot, to: ThreadsafeStorage(value: wrappedValue))
    }

    /// The value.
    public var wrappedValue: Value {
      get { withoutTracking { context.read(slot).value } }
      nonmutating set { context.write(slot, ThreadsafeStorage(value: newValue)) }
      nonmutating _modify { yield &context[slot].value }
    }
  }
}

extension SourceBase.Threadsafe: Sendable where Value: Sendable {}

/// A value in a slot of its own.
struct ThreadsafeStorage<Value> {
  var value: Value
}

extension ThreadsafeStorage: Sendable where Value: Sendable {}
