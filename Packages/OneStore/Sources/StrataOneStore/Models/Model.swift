import StrataCore

/// A view of one place in a store's state, with the operations that belong to it.
///
/// ```swift
/// struct CounterModel: Model {
///   struct State: Equatable {
///     var count = 0
///   }
///
///   @ModelState private var state: State
///
///   func incrementTapped() { state.count += 1 }
/// }
///
/// let counter = Store<CounterModel>(initialState: .init()).model
/// counter.incrementTapped()
/// counter.count  // 1
/// ```
///
/// A model stores no state: any number of values of it show the same place, and all are alike. Values are
/// made by the library alone, with a view into a store; a model is a struct whose properties all have
/// defaults. Reading a property of the state through the model (`model.count`) is noted by views;
/// reading `state` inside the model is not.
///
/// All members may be used from any thread and any task.
@dynamicMemberLookup
public protocol Model: ModelContainer where ModelElement == Self, Container == State {
  /// The values that the model shows: one plain struct.
  associatedtype State: Sendable
  /// What the model has to say to the models above it.
  associatedtype Event: Sendable = Void

  /// Makes a view of the place that the library is making a model for; never call it.
  init()

  /// Called once for each life of a piece of state: when it has become part of a store.
  ///
  /// Parents are called before their children.
  func onActivate()
}

extension Model {
  /// Does nothing.
  public func onActivate() {}
}

extension Model {
  /// The place that this model shows.
  ///
  /// The program ends, with the line that declares the model's `@ModelState`, if the model was made outside
  /// of a store.
  var place: Place<State> {
    ModelSchema.of(Self.self).place(in: self)
  }

  /// The same place, without its type.
  @usableFromInline var anyPlace: PlaceReference {
    if let reference = unsafe ModelSchema.reference(in: self) {
      let reference = unsafe reference.takeUnretainedValue()
      if reference.stateType != nil { return reference }
    }
    return place
  }

  /// A property of the state, read only.
  ///
  /// A view that reads it here is updated when the value differs. A computed property that a view follows is computed
  /// once for each change of the state, and every reader gets that value. So it should depend on the state alone, and
  /// not on the time, for example.
  ///
  /// - Returns: The value.
  /// - Complexity: O(1) for a stored property: one lock pair. O(*n*) in the references of the state for a computed one
  ///   that no view follows, because the state is copied.
  @inlinable
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    @inline(__always) get {
      // A constant of the program for a literal path, because this is inlined; then no path is looked up.
      let offset = MemoryLayout<State>.offset(of: keyPath)
      guard let reference = unsafe ModelSchema.reference(in: self) else {
        return observedValue(at: keyPath)
      }
      let value: Value? = unsafe reference._withUnsafeGuaranteedRef { reference in
        guard !PlaceReference.areReadsNoted || reference.noteAgain(keyPath) else { return nil }
        guard let offset else { return reference.computedValue(at: keyPath) }
        return reference.storedValue(at: offset, of: State.self)
      }
      return value ?? observedValue(at: keyPath)
    }
  }

  /// A property of the state, of which a view that reads it takes note.
  @usableFromInline
  func observedValue<Value>(at keyPath: KeyPath<State, Value>) -> Value {
    place.observedValue(at: keyPath)
  }

  /// A property of the state that an optional holds; `nil` while there is none.
  ///
  /// - Returns: The value, or `nil`.
  public subscript<Wrapped, Value>(dynamicMember keyPath: KeyPath<Wrapped, Value>) -> Value?
  where State == Wrapped? {
    place.observedValue(at: \State.[reading: keyPath])
  }
}

extension Model where Self: Identifiable, State: Identifiable {
  /// The identity of the state.
  public var id: State.ID { place.identity { $0.id } }
}

extension Optional {
  /// A property of what there is.
  subscript<Value>(reading keyPath: KeyPath<Wrapped, Value>) -> Value? {
    self?[keyPath: keyPath]
  }
}
